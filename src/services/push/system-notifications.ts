import { readOpenRequest } from './push-message.ts'

/**
 * Scope of the messaging worker, the default of Firebase's SDK. Messages and clicks reach it under any scope; the
 * panel's own addresses belong to the shell worker, and one scope has one worker.
 */
export const workerScope = '/firebase-cloud-messaging-push-scope'

const testTag = 'guarita-teste'

/** Calls back with the path of a clicked system notification. Returns a stop function. */
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

/** Shows a system notification; resolves when the browser confirms it, otherwise rejects. */
export async function showTestNotification(title: string, body: string, signal: AbortSignal): Promise<void> {
  const registration = await workerRegistration()
  if (registration === undefined) return showFromPage(title, body, signal)
  await registration.showNotification(title, { body, tag: testTag })
  const shown = await registration.getNotifications({ tag: testTag })
  if (shown.length === 0) throw new Error('the browser did not show the notification')
}

function showFromPage(title: string, body: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const notification = new Notification(title, { body, tag: testTag })
    notification.addEventListener('show', () => resolve(), { signal })
    notification.addEventListener('error', () => reject(new Error('the browser did not show the notification')), {
      signal,
    })
  })
}

/** The messaging worker's registration, if there is one: a browser may return one with a wider scope. */
export async function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(workerScope)
  return registration?.scope === new URL(workerScope, location.href).href ? registration : undefined
}
