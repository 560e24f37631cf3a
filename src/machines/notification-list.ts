import type { Notification } from '../services/notification-schema.ts'
import type { NotificationChange } from '../services/notifications-api.ts'
import type { PushMessage } from '../services/push-message.ts'

/** Whose user id a notification has that was made from a push: the server knows none of it (spec §3). */
export const systemUserId = 'system'

/** The list as a person sees it: what the server knows, with the changes that it has not confirmed. */
export function shownOf(
  known: readonly Notification[],
  changes: readonly NotificationChange[],
): readonly Notification[] {
  return changes.reduce(changed, known)
}

/** The list after a change. */
export function changed(list: readonly Notification[], change: NotificationChange): readonly Notification[] {
  if (change.kind === 'deleted') return list.filter(({ id }) => id !== change.id)
  const read = new Set(change.kind === 'read' ? [change.id] : change.ids)
  return list.map((each) => (read.has(each.id) && !each.isRead ? { ...each, isRead: true } : each))
}

/**
 * The list with another notification, newest first. A push and the server's own notification of its `notificationId` are
 * one, and the server's stays; the same message twice is once.
 */
export function withAdded(list: readonly Notification[], added: Notification): readonly Notification[] {
  if (list.some(({ id }) => id === added.id || id === serverIdOf(added))) return list
  const others = list.filter((each) => serverIdOf(each) !== added.id)
  return newestFirst([added, ...others])
}

/** The unread notification that a foreground push makes (PUSH-2). */
export function fromPush({ id, title, body, data, createdAt }: PushMessage): Notification {
  return { id, title, body, data, userId: systemUserId, isRead: false, createdAt }
}

/** A list from the server, with what was made from pushes and has no copy there. */
export function withLocal(loaded: readonly Notification[], known: readonly Notification[]): readonly Notification[] {
  const ids = new Set(loaded.map(({ id }) => id))
  const local = known.filter((each) => isLocal(each) && !ids.has(each.id) && !ids.has(serverIdOf(each) ?? ''))
  return newestFirst([...loaded, ...local])
}

/** Whether a notification lives in this page alone. */
export function isLocal({ userId }: Notification): boolean {
  return userId === systemUserId
}

function serverIdOf({ userId, data }: Notification): string | null {
  return userId === systemUserId && typeof data.notificationId === 'string' ? data.notificationId : null
}

function newestFirst(list: readonly Notification[]): readonly Notification[] {
  return list.toSorted((left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt))
}
