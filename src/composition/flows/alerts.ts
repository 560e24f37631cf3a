import type { alertsMachine } from '../../machines/alerts/alerts.machine.ts'
import { ofUser } from '../../machines/panel/panel-protocol.ts'
import type { Flow } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    alerts: typeof alertsMachine
  }
}

/** The alerts: sound, badge and toasts (ALERT). */
export const alerts: Flow<'alerts'> = {
  chart: (neighbours) => import('../charts/signed-in/alerts.ts').then((code) => code.alerts(neighbours)),
  input: ofUser,
  hears: ['socket.batch', 'socket.restored', 'socket.lost', 'storage.cleared', 'isolations.changed', 'incidents.known'],
}
