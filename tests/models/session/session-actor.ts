import type { InspectionEvent } from 'xstate'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import type { SessionContext } from '../../../src/machines/session/session-protocol.ts'
import type { Session } from '../../../src/services/session/session-store.ts'
import type { Coverage } from '../parts/coverage.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { StepClock } from '../parts/step-clock.ts'
import type { ModelGrant } from './session-fixtures.ts'

export function sessionWithStandIns(standIns: StandIns) {
  return sessionMachine.provide({
    actors: {
      restoreSession: standIns.promise('restoreSession'),
      signIn: standIns.promise('signIn'),
      renew: standIns.promise('renew'),
      revoke: standIns.promise('revoke'),
      userActivity: standIns.callback('userActivity'),
      sessionTabs: standIns.callback('sessionTabs'),
    },
    actions: {
      writeSession: standIns.effect('writeSession', ({ context }) => grantIn(context)),
      grantAuthorization: standIns.effect('grantAuthorization', ({ context }) => context.grant?.session.token),
      removeAuthorization: standIns.effect('removeAuthorization'),
      forgetSession: standIns.effect('forgetSession'),
      expireSession: standIns.effect('expireSession'),
      reloadPage: standIns.effect('reloadPage'),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
}

/** Starts the production session with stand-ins. */
export function startSession(coverage?: Coverage, standIns = new StandIns(), clock = new StepClock(epoch)) {
  const machine = sessionWithStandIns(standIns)
  const inspect = coverage?.inspect ?? ((_: InspectionEvent) => {})
  return runUnderRecorder(coverage?.watch(machine) ?? machine, { standIns, clock, inspect })
}

export type SessionActor = ReturnType<typeof startSession>

/** Maps the session of a production context to the model's session; times from the start. */
export function grantIn({ grant }: SessionContext): ModelGrant | null {
  if (grant === null) return null
  const { token, remember, signedInAt, expiresAt } = grant.session
  return { token, remember, signedInAt: signedInAt - epoch, endsAt: expiresAt - epoch }
}

/** Answer of the session store for a model's session. */
export function sessionOf({ token, remember, signedInAt, endsAt }: ModelGrant): Session {
  return { token, remember, signedInAt: signedInAt + epoch, expiresAt: endsAt + epoch }
}
