import type { healthMachine } from '../../machines/health/health.machine.ts'
import { inCondominium } from '../../machines/panel/panel-protocol.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    health: typeof healthMachine
  }
}

/** Health of devices and server (HEA). */
export const health: Flow<'health'> = {
  chart: ({ remembering }) => import('../charts/signed-in/health.ts').then((code) => code.health(remembering)),
  input: inCondominium,
  hears: [
    'condominiums.selected',
    'socket.batch',
    'socket.restored',
    'device.changed',
    'device.deleted',
    'page.shown',
    'page.hidden',
    'health.lost',
    'health.restored',
  ],
  pages: [
    page('/health', {
      code: () => import('../../ui/health/health-page.tsx').then((code) => code.HealthPage),
      permission: null,
    }),
  ],
  menu: { group: 'Acompanhamento', label: 'Saúde', icon: 'health' },
}
