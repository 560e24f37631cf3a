import { fromCallback, fromPromise } from 'xstate'
import { sessionRoutes } from '../../../../contract/wire/routes/session.ts'
import { sessionMachine } from '../../../machines/session/session.machine.ts'
import type { SignInAnswer } from '../../../machines/session/session-lifetime.ts'
import type { Challenge, EnteredCode, SessionEvent } from '../../../machines/session/session-protocol.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { removeLastKnown } from '../../../services/last-known/last-known-removal.ts'
import { watchUserActivity } from '../../../services/page/page-signals.ts'
import { renewSession, signIn } from '../../../services/session/auth-api.ts'
import { createSessionCookie } from '../../../services/session/session-cookie.ts'
import { createSessionStore } from '../../../services/session/session-store.ts'
import { openSessionTabs, type SessionChange } from '../../../services/session/session-tabs.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'
import { loadSignedInCode } from '../../signed-in-code.ts'

/** Provides the session with its cookie, its store, other tabs and the server (SES). */
export function session({ config, log, localData, authorization, http, now }: Neighbours) {
  const call = createCall(http, log)
  const isShared = config.sharedComputer
  const cookie = createSessionCookie(log, { secure: location.protocol === 'https:', isShared, now })
  const store = createSessionStore(cookie, localData, log, { isShared, now })
  const enterCode = async (input: EnteredCode, signal: AbortSignal) =>
    (await import('../../../services/session/second-factor-api.ts')).enterCode({ call, now }, input, signal)
  return sessionMachine.provide({
    actors: {
      restoreSession: fromPromise(async () => store.restore()),
      signIn: fromPromise(async ({ input, signal }): Promise<SignInAnswer | Challenge> => {
        const answering = 'code' in input ? enterCode(input, signal) : signIn({ call, now }, input, signal)
        // Loaded while the server verifies the password. If this fails, the code is fetched again on demand.
        loadSignedInCode().catch(() => {})
        return { ...(await answering), remember: input.remember }
      }),
      renew: fromPromise(({ signal }) => renewSession({ call, now }, signal)),
      revoke: fromPromise(async ({ input: { token }, signal }) => {
        if (token !== undefined) await call(sessionRoutes.signOut, { token, signal })
      }),
      userActivity: fromCallback(({ sendBack }) => watchUserActivity(() => sendBack({ type: 'user.active' }))),
      sessionTabs: fromCallback<{ type: 'tabs.announce'; change: SessionChange }, undefined>(
        ({ sendBack, receive }) => {
          const tabs = openSessionTabs({ cookie, localData }, (change) =>
            sendBack({ type: 'session.changedElsewhere', change } satisfies SessionEvent),
          )
          receive(({ change }) => tabs.announce(change))
          return () => tabs.close()
        },
      ),
    },
    actions: {
      writeSession: ({ context: { grant } }) => {
        if (grant) store.store(grant.session, grant.user)
      },
      grantAuthorization: ({ context: { grant } }) => {
        if (grant) authorization.grant(grant.session.token)
      },
      removeAuthorization: () => {
        authorization.remove()
        removeLastKnown()
      },
      forgetSession: () => store.forget(),
      expireSession: () => store.expire(),
      reloadPage: () => location.reload(),
      logFailure: logTo(log),
    },
  })
}
