import type { sourceMachine } from '../../machines/sources/source.machine.ts'
import type { Flow } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    serverSource: typeof sourceMachine
    deviceServiceSource: typeof sourceMachine
    healthSource: typeof sourceMachine
  }
}

const hears = [
  'page.shown',
  'page.hidden',
  'connectivity.online',
  'connectivity.offline',
  'socket.lost',
  'socket.restored',
] as const

/** Whether the server answers (LIVE-1). */
export const serverSource: Flow<'serverSource'> = {
  chart: (neighbours) => import('../charts/page/sources.ts').then((code) => code.source(neighbours)),
  input: () => ({ service: 'server' }),
  hears,
}

/** Whether the device-control service answers. */
export const deviceServiceSource: Flow<'deviceServiceSource'> = {
  chart: (neighbours) => import('../charts/page/sources.ts').then((code) => code.source(neighbours)),
  input: () => ({ service: 'deviceService' }),
  hears,
}

/** Whether the health service answers. */
export const healthSource: Flow<'healthSource'> = {
  chart: (neighbours) => import('../charts/page/sources.ts').then((code) => code.source(neighbours)),
  input: () => ({ service: 'health' }),
  hears,
}
