import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { PushMessage } from '../../services/push/push-message.ts'
import { flowHook, useFlow } from '../panel-context.tsx'

/** The notifications of whoever is signed in, newest first. */
export const useNotifications = flowHook('notifications', (flow) => flow.context.shown)

/** How many of them are unread. */
export const useUnreadCount = flowHook(
  'notifications',
  (flow) => flow.context.shown.filter(({ isRead }) => !isRead).length,
)

/** How the list stands; one that is loaded again counts as ready. */
export const useNotificationsStatus = flowHook('notifications', (flow) => {
  if (flow.hasTag('error')) return 'failed'
  return flow.hasTag('busy') && flow.context.shown.length === 0 ? 'loading' : 'ready'
})

/** The pushes that no toast has told yet, and the way to say that one has. */
export function useUntoldPushes(): { untold: readonly PushMessage[]; tell: (id: string) => void } {
  const flow = useFlow('notifications')
  const untold = useSelector(flow, (snapshot) => snapshot.context.untold)
  const tell = useCallback((id: string) => flow.send({ type: 'push.told', id }), [flow])
  return { untold, tell }
}
