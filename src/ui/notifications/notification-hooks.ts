import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { PushMessage } from '../../services/push/push-message.ts'
import { flowHook, useFlow } from '../panel-context.tsx'

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

/** Push messages that had no toast yet, and a function to mark one as shown. */
export function useUnreportedPushes(): { unreported: readonly PushMessage[]; tell: (id: string) => void } {
  const flow = useFlow('notifications')
  const unreported = useSelector(flow, (snapshot) => snapshot.context.unreported)
  const tell = useCallback((id: string) => flow.send({ type: 'push.told', id }), [flow])
  return { unreported, tell }
}
