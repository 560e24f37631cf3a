import type { eventFeedMachine } from '../../machines/event-feed/event-feed.machine.ts'
import { inCondominium } from '../../machines/panel/panel-protocol.ts'
import type { Flow } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    eventFeed: typeof eventFeedMachine
  }
}

export const eventFeed: Flow<'eventFeed'> = {
  chart: ({ remembering }) => import('../charts/signed-in/event-feed.ts').then((code) => code.eventFeed(remembering)),
  input: inCondominium,
  hears: ['condominiums.selected', 'socket.batch', 'socket.restored', 'server.restored', 'lastKnown.over'],
}
