import { navigate } from 'wouter/use-browser-location'
import { fromCallback, fromPromise, type SnapshotFrom } from 'xstate'
import { invitationMachine } from '../../machines/invitation/invitation.machine.ts'
import type { Acceptance, InvitationEvent } from '../../machines/invitation/invitation-protocol.ts'
import type { Panel, PanelMachine } from '../../machines/panel/panel.machine.ts'
import { createAuthorization } from '../../services/http/authorization.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { createHttpClient } from '../../services/http/http-client.ts'
import { withWriteKeys } from '../../services/http/write-keys.ts'
import { acceptInvitation, readInvitation } from '../../services/invitation/invitation-api.ts'
import { linkState, takeLinkToken } from '../../services/invitation/link-token.ts'
import { createConsoleLog } from '../../services/log/log.ts'
import { xsrfToken } from '../../services/storage/page-cookies.ts'
import { logTo } from '../neighbours.ts'

const address = '/convite'

/** The flow of a one-time link, with the server, the tab and the panel's session (ACC-1, ACC-2). */
export function invitation(panel: Pick<Panel, 'getSnapshot' | 'subscribe'>) {
  const { outcome } = panel.getSnapshot().context
  if (outcome.kind === 'invalid') throw new Error('the invitation page needs a valid configuration')
  const log = createConsoleLog()
  const http = createHttpClient({
    baseUrl: outcome.config.apiUrl,
    authorization: createAuthorization(),
    xsrfToken,
    pageUrl: location.origin,
    // These calls carry no token.
    onUnauthorized: () => undefined,
  })
  const call = createCall(withWriteKeys(http), log)
  let token = ''
  return invitationMachine.provide({
    actors: {
      watchLink: fromCallback(({ sendBack }) => {
        const listening = new AbortController()
        const report = () => {
          token = takeLinkToken(window)
          sendBack({ type: 'link.opened', token } satisfies InvitationEvent)
        }
        addEventListener('hashchange', report, { signal: listening.signal })
        report()
        return () => listening.abort()
      }),
      watchSession: fromCallback(({ sendBack }) => {
        let reported: string | null | undefined
        const report = (snapshot: SnapshotFrom<PanelMachine>) => {
          const name = signedInName(snapshot)
          // Sign-out navigates to the sign-in page; the link is still in use, so go back to it.
          if (name === null && location.pathname !== address)
            navigate(address, { replace: true, state: linkState(token) })
          if (name === undefined || name === reported) return
          reported = name
          sendBack({ type: 'session.known', name } satisfies InvitationEvent)
        }
        const watching = panel.subscribe(report)
        report(panel.getSnapshot())
        return () => watching.unsubscribe()
      }),
      look: fromPromise(({ input, signal }) => readInvitation(call, input.token, signal)),
      accept: fromPromise(async ({ input, signal }): Promise<Acceptance> => {
        const answer = await acceptInvitation(call, input, signal)
        if (answer.kind !== 'accepted') return answer
        return { kind: 'accepted', joined: { email: answer.email, password: input.password } }
      }),
      signIn: fromPromise(({ input, signal }) => signIn(panel, input, signal)),
    },
    actions: {
      signOut: () => panel.getSnapshot().children.session?.send({ type: 'session.signOut' }),
      showDashboard: () => navigate('/dashboard', { replace: true }),
      logFailure: logTo(log),
    },
  })
}

/** Name of the signed-in person; null if no person is signed in; undefined if not known yet. */
function signedInName(panel: SnapshotFrom<PanelMachine>): string | null | undefined {
  if (panel.hasTag('signedOut')) return null
  return panel.matches({ running: { access: 'signedIn' } }) ? (panel.context.user?.name ?? '') : undefined
}

/** Signs in through the session flow. Rejects if the server refuses. */
function signIn(
  panel: Pick<Panel, 'getSnapshot'>,
  credentials: { email: string; password: string },
  signal: AbortSignal,
): Promise<void> {
  const { session } = panel.getSnapshot().children
  return new Promise((resolve, reject) => {
    if (session === undefined) return reject(new Error('the session flow is not running'))
    const watching = session.subscribe((snapshot) => {
      if (snapshot.matches('stored')) resolve()
      // The sign-in page asks for the code.
      else if (snapshot.context.challenge !== null) reject(new Error('the sign-in asks for a code'))
      else if (snapshot.hasTag('refused')) reject(new Error(snapshot.context.refusal ?? ''))
    })
    signal.addEventListener('abort', () => watching.unsubscribe())
    session.send({ type: 'session.signIn', credentials: { ...credentials, remember: false } })
  })
}
