import { fromPromise } from 'xstate'
import { mySessionsMachine } from '../machines/profile/my-sessions.machine.ts'
import { passwordMachine } from '../machines/profile/password.machine.ts'
import { wallLinksMachine } from '../machines/profile/wall-links.machine.ts'
import { createPasswordApi } from '../services/profile/password-api.ts'
import { createSessionsApi } from '../services/profile/sessions-api.ts'
import { createWallLinksApi } from '../services/profile/wall-links-api.ts'
import { logTo, type Neighbours } from './neighbours.ts'

/** The change of the password, with the server behind it. */
export function password({ log, http }: Neighbours) {
  const api = createPasswordApi(http, log)
  return passwordMachine.provide({
    actors: { changePassword: fromPromise(({ input, signal }) => api.change(input, signal)) },
    actions: { logFailure: logTo(log) },
  })
}

/** One's sessions at other places, with the server behind them. */
export function mySessions({ log, http }: Neighbours) {
  const api = createSessionsApi(http, log)
  return mySessionsMachine.provide({
    actors: {
      loadSessions: fromPromise(({ signal }) => api.list(signal)),
      endSession: fromPromise(({ input, signal }) => api.end(input.id, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** One's links to the wall view, with the server and the clipboard behind them. */
export function wallLinks({ log, http }: Neighbours) {
  const api = createWallLinksApi(http, log)
  return wallLinksMachine.provide({
    actors: {
      loadLinks: fromPromise(({ signal }) => api.list(signal)),
      make: fromPromise(({ input, signal }) => api.make(input.name, signal)),
      revoke: fromPromise(({ input, signal }) => api.revoke(input.id, signal)),
      copy: fromPromise(({ input }) => navigator.clipboard.writeText(input.text)),
    },
    actions: { logFailure: logTo(log) },
  })
}
