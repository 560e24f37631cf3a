import type { notificationsMachine } from '../../machines/notifications/notifications.machine.ts'
import { ofUser } from '../../machines/panel/panel-protocol.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    notifications: typeof notificationsMachine
  }
}

/** The notifications: bell and page (NOT). */
export const notifications: Flow<'notifications'> = {
  chart: ({ remembering }) =>
    import('../charts/signed-in/notifications.ts').then((code) => code.notifications(remembering)),
  input: ofUser,
  hears: ['notifications.arrived', 'push.received', 'socket.restored', 'server.restored', 'lastKnown.over'],
  pages: [
    page('/notifications', {
      code: () => import('../../ui/notifications/notifications-page.tsx').then((code) => code.NotificationsPage),
      permission: null,
    }),
  ],
  menu: { group: 'Conta', label: 'Notificações', icon: 'bell' },
}
