import { readOpenRequest } from './push-message.ts'

/**
 * Under which the messaging worker is registered: the one that Firebase's SDK gives it. It is reached by messages and clicks wherever
 * the pages are; the panel's own addresses are the shell worker's, and one address has one worker.
 */
export const workerScope = '/firebase-cloud-messaging-push-scope'

const testTag = 'guarita-teste'

/** Calls back with the page that somebody wants who has clicked a system notification. Returns the way to stop. */
export function watchNotificationClicks(onOpen: (path: string) => void): () => void {
  const listening = new AbortController()
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }) => {
      const request = readOpenRequest(data)
      if (request !== null) onOpen(request.path)
    },
    { signal: listening.signal },
  )
  return () => listening.abort()
}

/** Shows a notification of this browser; resolves when the browser says that it is shown, rejects when it does not. */
export async function showTestNotification(title: string, body: string, signal: AbortSignal): Promise<void> {
  const registration = await workerRegistration()
  if (registration === undefined) return showFromPage(title, body, signal)
  await registration.showNotification(title, { body, tag: testTag })
  const shown = await registration.getNotifications({ tag: testTag })
  if (shown.length === 0) throw new Error('the browser shows none')
}

function showFromPage(title: string, body: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const notification = new Notification(title, { body, tag: testTag })
    notification.addEventListener('show', () => resolve(), { signal })
    notification.addEventListener('error', () => reject(new Error('the browser shows none')), { signal })
  })
}

/** The messaging worker's registration, where there is one: asked for an address, a browser gives that of a wider scope, too. */
export async function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(workerScope)
  return registration?.scope === new URL(workerScope, location.href).href ? registration : undefined
}
