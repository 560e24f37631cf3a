import { fromPromise } from 'xstate'
import { mySessionsMachine } from '../../machines/profile/my-sessions.machine.ts'
import { passwordMachine } from '../../machines/profile/password.machine.ts'
import { secondFactorMachine } from '../../machines/profile/second-factor.machine.ts'
import { wallLinksMachine } from '../../machines/profile/wall-links.machine.ts'
import { createCall } from '../../services/http/contract-call.ts'
import {
  changePassword,
  endSession,
  loadOwnSessions,
  loadWallLinks,
  makeWallLink,
  revokeWallLink,
} from '../../services/profile/profile-api.ts'
import {
  confirmSecondFactor,
  loadSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
} from '../../services/session/second-factor-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import { proof, provenCall } from './proof.ts'

/** Provides the password change with the server's calls. */
export function password({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return passwordMachine.provide({
    actors: { changePassword: fromPromise(({ input, signal }) => changePassword(call, input, signal)) },
    actions: { logFailure: logTo(log) },
  })
}

/** Provides the person's other sessions with the server's calls. */
export function mySessions({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return mySessionsMachine.provide({
    actors: {
      loadSessions: fromPromise(({ signal }) => loadOwnSessions(call, signal)),
      endSession: fromPromise(({ input, signal }) => endSession(call, input.id, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** Provides the person's wall links with the server's calls. */
export function wallLinks({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return wallLinksMachine.provide({
    actors: {
      loadLinks: fromPromise(({ signal }) => loadWallLinks(call, signal)),
      make: fromPromise(({ input, signal }) => makeWallLink(provenCall({ http, log }), input.name, signal)),
      proof: proof({ http, log }),
      revoke: fromPromise(({ input, signal }) => revokeWallLink(call, input.id, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** Provides the calls of the machine for the person's second factor (SES-12). */
export function secondFactor({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return secondFactorMachine.provide({
    actors: {
      load: fromPromise(({ signal }) => loadSecondFactor(call, signal)),
      offer: fromPromise(({ signal }) => offerSecondFactor(provenCall({ http, log }), signal)),
      proof: proof({ http, log }),
      confirm: fromPromise(({ input, signal }) => confirmSecondFactor(call, input.code, signal)),
      remove: fromPromise(({ input, signal }) => removeSecondFactor(call, input.code, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
