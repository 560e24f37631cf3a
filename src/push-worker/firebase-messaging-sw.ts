import { initializeApp } from 'firebase/app'
import { getMessaging, onBackgroundMessage } from 'firebase/messaging/sw'
import { type OpenRequest, readPushMessage, tagOf } from '../services/push/push-message.ts'

declare const self: ServiceWorkerGlobalScope

/** Key in a notification's data under which the SDK stores the original message. */
const sdkMessageKey = 'FCM_MSG'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
// The SDK sets no tag; without a tag, two pushes of one notification would appear twice.
const show = self.registration.showNotification.bind(self.registration)
self.registration.showNotification = (title, options) => {
  const message = read(options?.data?.[sdkMessageKey])
  return show(title, { ...(message && { tag: tagOf(message) }), ...options })
}
// Must precede the SDK's listener, which would show any message and open no page.
self.addEventListener('push', dropUnreadable)
self.addEventListener('notificationclick', openItsPage)

// The page passes the configuration in the worker's URL: a worker must add its listeners before it can fetch.
const app = initializeApp(Object.fromEntries(new URLSearchParams(self.location.search)))
onBackgroundMessage(getMessaging(app), async (payload) => {
  const isShownBySdk = payload.notification !== undefined
  if (isShownBySdk) return
  await self.registration.showNotification('Guarita', {
    body: 'Há um novo aviso no painel.',
    data: { [sdkMessageKey]: payload },
  })
})

function dropUnreadable(event: PushEvent): void {
  if (read(payloadOf(event)) !== null) return
  event.stopImmediatePropagation()
  console.warn('Mensagem push inválida ignorada.')
}

function openItsPage(event: NotificationEvent): void {
  event.stopImmediatePropagation()
  event.notification.close()
  event.waitUntil(open(read(event.notification.data?.[sdkMessageKey])?.path))
}

/** Focuses a page of the panel, or opens a new one, and navigates to the path if there is one (PUSH-4). */
async function open(path: string | undefined): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ focused }) => focused) ?? pages[0]
  if (page === undefined) {
    await self.clients.openWindow(path ?? '/')
    return
  }
  if (path !== undefined) page.postMessage({ type: 'push.open', path } satisfies OpenRequest)
  await page.focus()
}

function read(payload: unknown) {
  return readPushMessage(payload, self.location.origin, Date.now())
}

function payloadOf({ data }: PushEvent): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}
