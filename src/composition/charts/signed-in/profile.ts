import { fromPromise } from 'xstate'
import { mySessionsMachine } from '../../../machines/profile/my-sessions.machine.ts'
import { passwordMachine } from '../../../machines/profile/password.machine.ts'
import { wallLinksMachine } from '../../../machines/profile/wall-links.machine.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** What the server is asked: its code comes with the page, and is there when a chart asks for it. */
const importCalls = () => import('../../../services/profile/profile-api.ts')

/** The change of the password, with the server behind it. */
export function password({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return passwordMachine.provide({
    actors: {
      changePassword: fromPromise(async ({ input, signal }) =>
        (await importCalls()).changePassword(call, input, signal),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** One's sessions at other places, with the server behind them. */
export function mySessions({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return mySessionsMachine.provide({
    actors: {
      loadSessions: fromPromise(async ({ signal }) => (await importCalls()).loadOwnSessions(call, signal)),
      endSession: fromPromise(async ({ input, signal }) => (await importCalls()).endSession(call, input.id, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** One's links to the wall view, with the server behind them. */
export function wallLinks({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return wallLinksMachine.provide({
    actors: {
      loadLinks: fromPromise(async ({ signal }) => (await importCalls()).loadWallLinks(call, signal)),
      make: fromPromise(async ({ input, signal }) => (await importCalls()).makeWallLink(call, input.name, signal)),
      revoke: fromPromise(async ({ input, signal }) => (await importCalls()).revokeWallLink(call, input.id, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
