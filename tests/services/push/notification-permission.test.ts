import { afterEach, expect, test, vi } from 'vitest'
import {
  askNotificationPermission,
  watchNotificationPermission,
} from '../../../src/services/push/notification-permission.ts'

interface Browser {
  isSecureContext?: boolean
  permission?: NotificationPermission
  query?: () => Promise<EventTarget>
}

function browserWith({ isSecureContext = true, permission, query }: Browser): {
  permission: NotificationPermission | undefined
} {
  const notification = { permission }
  const withNotification = permission === undefined ? {} : { Notification: notification }
  vi.stubGlobal('window', { isSecureContext, ...withNotification })
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('navigator', query === undefined ? {} : { permissions: { query } })
  return notification
}

function watch(): { received: string[]; stop: () => void } {
  const received: string[] = []
  return { received, stop: watchNotificationPermission((state) => received.push(state)) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

afterEach(() => vi.unstubAllGlobals())

test('a browser without notifications is unsupported', () => {
  browserWith({})
  const { received, stop } = watch()
  expect(received).toEqual(['unsupported'])
  stop()
})

test('over plain http notifications are unsupported, even if the browser reports a permission (CFG-2)', async () => {
  browserWith({ isSecureContext: false, permission: 'denied' })
  const { received, stop } = watch()
  expect(received).toEqual(['unsupported'])
  expect(await askNotificationPermission()).toBe('unsupported')
  stop()
})

test.each([
  ['default', 'undecided'],
  ['granted', 'allowed'],
  ['denied', 'blocked'],
] as const)('the permission %s is reported immediately as %s', (permission, state) => {
  browserWith({ permission, query: async () => new EventTarget() })
  expect(watch().received).toEqual([state])
})

test('a change of the permission is reported until the watch stops', async () => {
  const status = new EventTarget()
  const notification = browserWith({ permission: 'default', query: async () => status })
  const { received, stop } = watch()
  await settled()
  notification.permission = 'granted'
  status.dispatchEvent(new Event('change'))
  expect(received).toEqual(['undecided', 'allowed'])
  stop()
  notification.permission = 'denied'
  status.dispatchEvent(new Event('change'))
  expect(received).toHaveLength(2)
})

test("a watch that stops before the browser's answer reports nothing more", async () => {
  const status = new EventTarget()
  browserWith({ permission: 'default', query: async () => status })
  const { received, stop } = watch()
  stop()
  await settled()
  status.dispatchEvent(new Event('change'))
  expect(received).toEqual(['undecided'])
})

test.each([
  ['has no Permissions API', undefined],
  ['does not support this permission', () => Promise.reject(new TypeError('no such permission'))],
])('a browser that %s still has its current permission reported', async (_case, query) => {
  browserWith({ permission: 'denied', ...(query && { query }) })
  const { received, stop } = watch()
  await settled()
  expect(received).toEqual(['blocked'])
  stop()
})
