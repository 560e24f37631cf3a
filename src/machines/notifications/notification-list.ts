import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import type { NotificationChange } from '../../services/notifications/notifications-api.ts'
import type { PushMessage } from '../../services/push/push-message.ts'

/** Whose user id a notification has that was made from a push: the server knows none of it (spec §3). */
const systemUserId = 'system'

/** The list as a person sees it: what the server knows, with the changes that it has not confirmed. */
export function shownOf(
  known: readonly Notification[],
  changes: readonly NotificationChange[],
): readonly Notification[] {
  return changes.reduce(changed, known)
}

/** The list after a change, whose ids are those of `keyOf`. */
export function changed(list: readonly Notification[], change: NotificationChange): readonly Notification[] {
  if (change.kind === 'deleted') return list.filter((each) => keyOf(each) !== change.id)
  const read = new Set(change.kind === 'read' ? [change.id] : change.ids)
  return list.map((each) => (read.has(keyOf(each)) && !each.isRead ? { ...each, isRead: true } : each))
}

/**
 * The list with another notification, newest first. A push and the server's own notification of its `notificationId` are
 * one, and the server's stays; the same message twice is once.
 */
export function withAdded(list: readonly Notification[], added: Notification): readonly Notification[] {
  const twin = list.find((each) => keyOf(each) === keyOf(added))
  if (twin !== undefined && (isPush(added) || !isPush(twin))) return list
  return newestFirst([added, ...list.filter((each) => each !== twin)])
}

/** The unread notification that a foreground push makes (PUSH-2). */
export function fromPush({ id, title, body, data, createdAt }: PushMessage): Notification {
  return { id, title, body, data, userId: systemUserId, isRead: false, createdAt }
}

/** A list from the server, with the pushes that it does not have. */
export function withLocal(loaded: readonly Notification[], known: readonly Notification[]): readonly Notification[] {
  const ids = new Set(loaded.map(({ id }) => id))
  return newestFirst([...loaded, ...known.filter((each) => isPush(each) && !ids.has(keyOf(each)))])
}

/** Whether a notification lives in this page alone: a push that repeats none of the server's (NOT-3). */
export function isLocal(notification: Notification): boolean {
  return isPush(notification) && serverIdOf(notification) === null
}

/** What tells notifications apart: a push that repeats one of the server's is that one. */
export function keyOf(notification: Notification): string {
  return (isPush(notification) ? serverIdOf(notification) : null) ?? notification.id
}

function isPush({ userId }: Notification): boolean {
  return userId === systemUserId
}

function serverIdOf({ data }: Notification): string | null {
  return typeof data.notificationId === 'string' ? data.notificationId : null
}

function newestFirst(list: readonly Notification[]): readonly Notification[] {
  return list.toSorted((left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt))
}
