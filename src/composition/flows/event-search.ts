import type { eventSearchMachine } from '../../machines/event-search/event-search.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    eventSearch: typeof eventSearchMachine
  }
}

export const eventSearch: Flow<'eventSearch'> = {
  chart: (neighbours) => import('../charts/signed-in/event-search.ts').then((code) => code.eventSearch(neighbours)),
  hears: ['socket.batch', 'socket.restored', 'server.restored'],
  pages: [
    page('/events', {
      code: async () => {
        const [{ EventsPage }] = await Promise.all([
          import('../../ui/event-search/events-page.tsx'),
          import('../children/event-search-calls.ts'),
        ])
        return EventsPage
      },
      permission: null,
    }),
  ],
  menu: { group: 'Portaria', label: 'Eventos', icon: 'clock' },
}
