import type { handoverMachine } from '../../machines/handover/handover.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    handover: typeof handoverMachine
  }
}

/** The shift handover (INC-7). */
export const handover: Flow<'handover'> = {
  chart: (neighbours) => import('../charts/signed-in/handover.ts').then((code) => code.handover(neighbours)),
  hears: ['incidents.changed', 'socket.restored', 'server.restored'],
  requires: 'incidents',
  pages: [
    page('/handover', {
      code: async () => {
        const [{ HandoverPage }] = await Promise.all([
          import('../../ui/handover/handover-page.tsx'),
          import('../../services/handover/handover-api.ts'),
        ])
        return HandoverPage
      },
      permission: null,
    }),
  ],
  menu: { group: 'Portaria', label: 'Passagem de turno', icon: 'handover' },
}
