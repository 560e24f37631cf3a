import type { sourceMachine } from '../../machines/sources/source.machine.ts'
import type { Service } from '../../services/http/service-answers.ts'
import type { SignedInNeighbours } from '../charts/page/last-known.ts'
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
  'server.lost',
  'deviceService.lost',
  'health.lost',
] as const

/** Whether a service answers (LIVE-1). */
function source<const Name extends Service>(service: Name) {
  return {
    chart: (neighbours: SignedInNeighbours) =>
      import('../charts/page/sources.ts').then((code) => code.source(neighbours)),
    input: () => ({ service }),
    hears,
  }
}

export const serverSource: Flow<'serverSource'> = source('server')
export const deviceServiceSource: Flow<'deviceServiceSource'> = source('deviceService')
export const healthSource: Flow<'healthSource'> = source('health')
