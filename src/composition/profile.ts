import { fromPromise } from 'xstate'
import { mySessionsMachine } from '../machines/profile/my-sessions.machine.ts'
import { passwordMachine } from '../machines/profile/password.machine.ts'
import { createPasswordApi } from '../services/profile/password-api.ts'
import { createSessionsApi } from '../services/profile/sessions-api.ts'
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
