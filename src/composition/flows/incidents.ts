import type { incidentsMachine } from '../../machines/incidents/incidents.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    incidents: typeof incidentsMachine
  }
}

/** The incidents: list and page (INC). */
export const incidents: Flow<'incidents'> = {
  chart: ({ remembering }) => import('../charts/signed-in/incidents.ts').then((code) => code.incidents(remembering)),
  hears: ['incidents.changed', 'socket.lost', 'socket.restored', 'server.restored', 'lastKnown.over'],
  requires: 'incidents',
  pages: [
    page('/incidents', {
      code: () => import('../../ui/incidents/incidents-page.tsx').then((code) => code.IncidentsPage),
      permission: null,
    }),
    page('/incidents/:id', {
      code: async () => {
        const [{ IncidentPage }] = await Promise.all([
          import('../../ui/incidents/incident-page.tsx'),
          import('../charts/signed-in/incidents.ts').then((code) => code.importIncidentPage()),
        ])
        return IncidentPage
      },
      permission: null,
    }),
  ],
  menu: { group: 'Portaria', label: 'Ocorrências', icon: 'alert' },
}
