import type { lastKnownMachine } from '../../machines/last-known/last-known.machine.ts'
import type { Flow } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    lastKnown: typeof lastKnownMachine
  }
}

/** The pages' data without a server. */
export const lastKnown: Flow<'lastKnown'> = {
  chart: (neighbours) => import('../charts/page/last-known.ts').then((code) => code.lastKnown(neighbours)),
  hears: ['server.restored'],
}
