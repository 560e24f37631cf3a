import { atNamespace } from '../../machines/panel/panel-protocol.ts'
import type { socketMachine } from '../../machines/socket/socket.machine.ts'
import type { Flow } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    socket: typeof socketMachine
  }
}

/** The socket connection (SOC). */
export const socket: Flow<'socket'> = {
  chart: (neighbours) => import('../charts/signed-in/socket.ts').then((code) => code.socket(neighbours)),
  input: atNamespace,
  hears: ['page.shown', 'page.hidden', 'connectivity.online', 'server.reached'],
}
