import { navigate } from 'wouter/use-browser-location'
import { fromCallback, fromPromise, type SnapshotFrom } from 'xstate'
import { invitationMachine } from '../../machines/invitation/invitation.machine.ts'
import type { Acceptance, InvitationEvent } from '../../machines/invitation/invitation-protocol.ts'
import type { Panel, PanelMachine } from '../../machines/panel/panel.machine.ts'
import { createAuthorization } from '../../services/http/authorization.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { createHttpClient } from '../../services/http/http-client.ts'
import { acceptInvitation, readInvitation } from '../../services/invitation/invitation-api.ts'
import { linkState, takeLinkToken } from '../../services/invitation/link-token.ts'
import { createConsoleLog } from '../../services/log/log.ts'
import { pageCookies } from '../../services/storage/page-cookies.ts'
import { logTo } from '../neighbours.ts'

const address = '/convite'

/** What becomes of a one-time link, with the server, the tab and the panel's session behind it (ACC-1, ACC-2). */
export function invitation(panel: Pick<Panel, 'getSnapshot' | 'subscribe'>) {
  const { outcome } = panel.getSnapshot().context
  if (outcome.kind === 'invalid') throw new Error('no page is shown without a configuration')
  const log = createConsoleLog()
  const http = createHttpClient({
    baseUrl: outcome.config.apiUrl,
    authorization: createAuthorization(),
    xsrfToken: () => pageCookies.get('XSRF-TOKEN'),
    pageUrl: location.origin,
    // No call of these carries a token.
    onUnauthorized: () => undefined,
  })
  const call = createCall(http, log)
  let token = ''
  return invitationMachine.provide({
    actors: {
      watchLink: fromCallback(({ sendBack }) => {
        const listening = new AbortController()
        const tell = () => {
          token = takeLinkToken(window)
          sendBack({ type: 'link.opened', token } satisfies InvitationEvent)
        }
        addEventListener('hashchange', tell, { signal: listening.signal })
        tell()
        return () => listening.abort()
      }),
      watchSession: fromCallback(({ sendBack }) => {
        let told: string | null | undefined
        const tell = (snapshot: SnapshotFrom<PanelMachine>) => {
          const name = signedInName(snapshot)
          // Who signs out is led to the sign-in page: the link is not done with.
          if (name === null && location.pathname !== address)
            navigate(address, { replace: true, state: linkState(token) })
          if (name === undefined || name === told) return
          told = name
          sendBack({ type: 'session.known', name } satisfies InvitationEvent)
        }
        const watching = panel.subscribe(tell)
        tell(panel.getSnapshot())
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

/** Who is signed in, by name; null: nobody; undefined: not known yet. */
function signedInName(panel: SnapshotFrom<PanelMachine>): string | null | undefined {
  if (panel.hasTag('signedOut')) return null
  return panel.matches({ running: { access: 'signedIn' } }) ? (panel.context.user?.name ?? '') : undefined
}

/** Signs in by the session flow. Rejects where the server refuses. */
function signIn(
  panel: Pick<Panel, 'getSnapshot'>,
  credentials: { email: string; password: string },
  signal: AbortSignal,
): Promise<void> {
  const { session } = panel.getSnapshot().children
  return new Promise((resolve, reject) => {
    if (session === undefined) return reject(new Error('no session flow'))
    const watching = session.subscribe((snapshot) => {
      if (snapshot.matches('stored')) resolve()
      else if (snapshot.hasTag('refused')) reject(new Error(snapshot.context.refusal ?? ''))
    })
    signal.addEventListener('abort', () => watching.unsubscribe())
    session.send({ type: 'session.signIn', credentials: { ...credentials, remember: false } })
  })
}
