import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import type { NotificationsEvent } from '../../machines/notifications/notifications.machine.ts'
import type { PushMessage } from '../../services/push/push-message.ts'
import { useFlow } from '../panel-context.tsx'

const none: readonly Notification[] = []
const nothingUntold: readonly PushMessage[] = []

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

/** The pushes that no toast has told yet, and the way to say that one has. */
export function useUntoldPushes(): { untold: readonly PushMessage[]; tell: (id: string) => void } {
  const flow = useFlow('notifications')
  const untold = useSelector(flow, (snapshot) => snapshot?.context.untold ?? nothingUntold)
  const tell = useCallback((id: string) => flow?.send({ type: 'push.told', id }), [flow])
  return { untold, tell }
}
