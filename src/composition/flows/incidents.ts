import type { incidentsMachine } from '../../machines/incidents/incidents.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    incidents: typeof incidentsMachine
  }
}

/** One page for both addresses: the list stays while incidents are opened. */
const worklist = {
  code: async () => {
    const [{ WorklistPage }] = await Promise.all([
      import('../../ui/incidents/worklist/worklist-page.tsx'),
      import('../charts/signed-in/incidents.ts').then((code) => code.importIncidentWorklist()),
      import('../charts/signed-in/condominiums.ts').then((code) => code.importContacts()),
    ])
    return WorklistPage
  },
  permission: null,
}

/** The form for a written occurrence (BOOK-1). */
const report = {
  code: async () => {
    const [{ ReportPage }] = await Promise.all([
      import('../../ui/incidents/report/report-page.tsx'),
      import('../charts/signed-in/incidents.ts').then((code) => code.importReport()),
    ])
    return ReportPage
  },
  permission: null,
}

/** The incidents: the worklist (INC, DESK-1). */
export const incidents: Flow<'incidents'> = {
  chart: (neighbours) => import('../charts/signed-in/incidents.ts').then((code) => code.incidents(neighbours)),
  hears: ['incidents.changed', 'socket.lost', 'socket.restored', 'page.shown', 'server.restored', 'lastKnown.over'],
  requires: 'incidents',
  pages: [page('/incidents', worklist), page('/incidents/new', report), page('/incidents/:id', worklist)],
  menu: { group: 'Portaria', label: 'Ocorrências', icon: 'alert' },
}
