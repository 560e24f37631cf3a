import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import { eventRoutes } from '../../../contract/wire/routes/events.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'
import { doneOrGone } from '../http/record-result.ts'

/** A person's change of the stored notifications. */
export type NotificationChange =
  | { kind: 'read'; id: string }
  | { kind: 'deleted'; id: string }
  | { kind: 'allRead'; ids: readonly string[] }

/** Loads notifications in the order of the server, newest first (NOT-1). Throws a `CallError`, also for an answer with `error: true`. */
export async function loadNotifications(
  call: ContractCall,
  userId: string,
  signal: AbortSignal,
): Promise<Notification[]> {
  const { notifications } = dataOf(await call(eventRoutes.notifications, { query: { userId }, signal }))
  return notifications
}

/** Changes notifications (NOT-3); one that no longer exists counts as read or deleted. Throws a `CallError`. */
export async function changeNotification(
  call: ContractCall,
  change: NotificationChange,
  signal: AbortSignal,
): Promise<void> {
  if (change.kind === 'allRead') return doneOrGone(await call(eventRoutes.markAllRead, { signal }))
  const { kind, id } = change
  doneOrGone(
    await (kind === 'deleted'
      ? call(eventRoutes.deleteNotification, { params: { id }, signal })
      : call(eventRoutes.markRead, { body: { id }, signal })),
  )
}
