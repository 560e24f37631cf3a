import { fromPromise } from 'xstate'
import { mySessionsMachine } from '../../machines/profile/my-sessions.machine.ts'
import { passwordMachine } from '../../machines/profile/password.machine.ts'
import { wallLinksMachine } from '../../machines/profile/wall-links.machine.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** What the server is asked: its code comes with the page, and is there when a chart asks for it. */
async function callsOf(neighbours: Neighbours) {
  return (await import('../profile-calls.ts')).profileCalls(neighbours)
}

/** The change of the password, with the server behind it. */
export function password(neighbours: Neighbours) {
  return passwordMachine.provide({
    actors: {
      changePassword: fromPromise(async ({ input, signal }) =>
        (await callsOf(neighbours)).password.change(input, signal),
      ),
    },
    actions: { logFailure: logTo(neighbours.log) },
  })
}

/** One's sessions at other places, with the server behind them. */
export function mySessions(neighbours: Neighbours) {
  return mySessionsMachine.provide({
    actors: {
      loadSessions: fromPromise(async ({ signal }) => (await callsOf(neighbours)).sessions.list(signal)),
      endSession: fromPromise(async ({ input, signal }) => (await callsOf(neighbours)).sessions.end(input.id, signal)),
    },
    actions: { logFailure: logTo(neighbours.log) },
  })
}

/** One's links to the wall view, with the server and the clipboard behind them. */
export function wallLinks(neighbours: Neighbours) {
  return wallLinksMachine.provide({
    actors: {
      loadLinks: fromPromise(async ({ signal }) => (await callsOf(neighbours)).walls.list(signal)),
      make: fromPromise(async ({ input, signal }) => (await callsOf(neighbours)).walls.make(input.name, signal)),
      revoke: fromPromise(async ({ input, signal }) => (await callsOf(neighbours)).walls.revoke(input.id, signal)),
      copy: fromPromise(({ input }) => navigator.clipboard.writeText(input.text)),
    },
    actions: { logFailure: logTo(neighbours.log) },
  })
}
