import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import type { NotificationChange } from '../../services/notifications/notifications-api.ts'
import type { PushMessage } from '../../services/push/push-message.ts'

/** The user id of notifications made from a push, which the server does not know (spec §3). */
const systemUserId = 'system'

/** The list as shown to the user: the known notifications with the unconfirmed changes applied. */
export function shownOf(
  known: readonly Notification[],
  changes: readonly NotificationChange[],
): readonly Notification[] {
  return changes.reduce(changed, known)
}

/** The list after a change; the ids of a change are those of `keyOf`. */
export function changed(list: readonly Notification[], change: NotificationChange): readonly Notification[] {
  if (change.kind === 'deleted') return list.filter((each) => keyOf(each) !== change.id)
  const read = new Set(change.kind === 'read' ? [change.id] : change.ids)
  return list.map((each) => (read.has(keyOf(each)) && !each.isRead ? { ...each, isRead: true } : each))
}

/**
 * The list with a notification that has just arrived, as its first. A push and the server's notification with the same
 * `notificationId` count as one, and the server's is kept; a repeated message is added once.
 */
export function withAdded(list: readonly Notification[], added: Notification): readonly Notification[] {
  const twin = list.find((each) => keyOf(each) === keyOf(added))
  if (twin !== undefined && (isPush(added) || !isPush(twin))) return list
  return [added, ...list.filter((each) => each !== twin)]
}

/** Makes the unread notification of a foreground push (PUSH-2). */
export function fromPush({ id, title, body, data, createdAt }: PushMessage): Notification {
  return { id, title, body, data, userId: systemUserId, isRead: false, createdAt }
}

/**
 * Adds the known pushes that the server does not have to the server's list, whose order stays. Each push stays before
 * the notification that the push preceded; if the list has no known notification, the pushes come first.
 */
export function withLocal(loaded: readonly Notification[], known: readonly Notification[]): readonly Notification[] {
  const list = [...loaded]
  const placeOf = (each: Notification) => list.findIndex(({ id }) => id === keyOf(each))
  let place = known.some((each) => placeOf(each) >= 0) ? list.length : 0
  for (const each of known.toReversed()) {
    const listed = placeOf(each)
    if (listed >= 0) place = listed
    else if (isPush(each)) list.splice(place, 0, each)
  }
  return list
}

/** Whether a notification exists only in this page: a push without a counterpart on the server (NOT-3). */
export function isLocal(notification: Notification): boolean {
  return isPush(notification) && serverIdOf(notification) === null
}

/** The identity of a notification: a push that repeats a notification of the server has the server's id. */
export function keyOf(notification: Notification): string {
  return (isPush(notification) ? serverIdOf(notification) : null) ?? notification.id
}

function isPush({ userId }: Notification): boolean {
  return userId === systemUserId
}

function serverIdOf({ data }: Notification): string | null {
  return typeof data.notificationId === 'string' ? data.notificationId : null
}
