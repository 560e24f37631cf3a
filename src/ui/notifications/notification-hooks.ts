import { flowHook } from '../panel-context.tsx'

/** Notifications of the signed-in person, newest first. */
export const useNotifications = flowHook('notifications', (flow) => flow.context.shown)

export const useUnreadCount = flowHook(
  'notifications',
  (flow) => flow.context.shown.filter(({ isRead }) => !isRead).length,
)

/** Status of the list; 'ready' during a reload. */
export const useNotificationsStatus = flowHook('notifications', (flow) => {
  if (flow.hasTag('error')) return 'failed'
  return flow.hasTag('busy') && flow.context.shown.length === 0 ? 'loading' : 'ready'
})
