import { useSelector } from '@xstate/react'
import type { NotificationsEvent } from '../machines/notifications.machine.ts'
import type { Notification } from '../services/notification-schema.ts'
import { useFlow } from './panel-context.tsx'

const none: readonly Notification[] = []

/** The notifications of whoever is signed in, newest first. */
export function useNotifications(): readonly Notification[] {
  return useSelector(useFlow('notifications'), (flow) => flow?.context.shown ?? none)
}

/** How many of them are unread. */
export function useUnreadCount(): number {
  return useSelector(
    useFlow('notifications'),
    (flow) => (flow?.context.shown ?? none).filter(({ isRead }) => !isRead).length,
  )
}

/** How the list stands; one that is loaded again counts as ready. */
export function useNotificationsStatus(): 'loading' | 'failed' | 'ready' {
  return useSelector(useFlow('notifications'), (flow) => {
    if (flow?.hasTag('error')) return 'failed'
    return flow?.hasTag('busy') && flow.context.shown.length === 0 ? 'loading' : 'ready'
  })
}

/** Sends what a person does to notifications. */
export function useNotificationActions(): (event: NotificationsEvent) => void {
  const flow = useFlow('notifications')
  return (event) => flow?.send(event)
}
