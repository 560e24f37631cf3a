import { expect, test } from 'vitest'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import {
  changed,
  isLocal,
  keyOf,
  shownOf,
  withAdded,
  withLocal,
} from '../../../src/machines/notifications/notification-list.ts'

function notification(id: string, minute: number, more: Partial<Notification> = {}): Notification {
  const createdAt = `2026-03-02T09:${String(minute).padStart(2, '0')}:00.000Z`
  return { id, title: id, body: '', data: {}, userId: 'u1', isRead: false, createdAt, ...more }
}

const pushOf = (id: string, notificationId: unknown) =>
  notification(id, 5, { userId: 'system', data: { notificationId } })
const idsOf = (list: readonly Notification[]) => list.map(({ id }) => id)

test('a new notification is the first, also if the clock was set back before it', () => {
  expect(idsOf(withAdded([notification('ahead', 9), notification('old', 1)], notification('new', 5)))).toEqual([
    'new',
    'ahead',
    'old',
  ])
})

test('the order of the server stays, and a push message stays before the notification that it preceded', () => {
  const known = [notification('n3', 9), pushOf('m2', undefined), pushOf('m1', undefined), notification('n1', 8)]
  const loaded = [notification('n4', 2), notification('n3', 9), notification('n2', 1), notification('n1', 8)]
  expect(idsOf(withLocal(loaded, known))).toEqual(['n4', 'n3', 'n2', 'm2', 'm1', 'n1'])
  expect(idsOf(withLocal(loaded, [pushOf('m1', undefined)]))).toEqual(['m1', 'n4', 'n3', 'n2', 'n1'])
})

test('adding a notification twice keeps one', () => {
  const list = [notification('n1', 1)]
  expect(withAdded(list, notification('n1', 1))).toBe(list)
})

test('adding a push message twice keeps one, and it stays read', () => {
  const list = [{ ...pushOf('m1', undefined), isRead: true }]
  expect(withAdded(list, pushOf('m1', undefined))).toBe(list)
})

test('a push message that repeats a listed notification is not added (NOT-3)', () => {
  const list = [notification('n1', 1)]
  expect(withAdded(list, pushOf('m1', 'n1'))).toBe(list)
})

test("the server's notification replaces its push message", () => {
  expect(idsOf(withAdded([pushOf('m1', 'n1')], notification('n1', 5)))).toEqual(['n1'])
})

test('a push message with a notification id that is not text is a separate notification', () => {
  expect(idsOf(withAdded([notification('7', 1)], pushOf('m1', 7)))).toEqual(['m1', '7'])
})

test("a push message that repeats a server notification is read and deleted under the server's id (NOT-3)", () => {
  const list = [pushOf('m1', 'n1'), pushOf('m2', undefined)]
  expect(list.map(isLocal)).toEqual([false, true])
  expect(list.map(keyOf)).toEqual(['n1', 'm2'])
  expect(changed(list, { kind: 'read', id: 'n1' }).map(({ isRead }) => isRead)).toEqual([true, false])
  expect(idsOf(changed(list, { kind: 'deleted', id: 'n1' }))).toEqual(['m2'])
})

test("a person's change to a push message also applies to the server's notification that replaces it", () => {
  const known = withAdded([pushOf('m1', 'n1')], notification('n1', 5))
  expect(shownOf(known, [{ kind: 'read', id: 'n1' }])[0]).toMatchObject({ id: 'n1', isRead: true })
})

test('a list from the server keeps the notifications that only arrived by push', () => {
  const known = [pushOf('m1', 'n1'), pushOf('m2', 'n2'), notification('gone', 1)]
  expect(idsOf(withLocal([notification('n1', 5)], known))).toEqual(['n1', 'm2'])
})

test('reading a notification again keeps the same object', () => {
  const list = [notification('n1', 1, { isRead: true })]
  expect(changed(list, { kind: 'read', id: 'n1' })[0]).toBe(list[0])
})

test('pending changes are applied in their order, and the known list stays unchanged', () => {
  const known = [notification('n2', 2), notification('n1', 1)]
  const shown = shownOf(known, [
    { kind: 'allRead', ids: ['n2'] },
    { kind: 'deleted', id: 'n1' },
  ])
  expect(shown.map(({ id, isRead }) => [id, isRead])).toEqual([['n2', true]])
  expect(known.every(({ isRead }) => !isRead)).toBe(true)
})
