import { readOpenRequest } from './push-message.ts'

/** What the messaging worker serves: every page of the panel. */
export const workerScope = '/'

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

/** The messaging worker's registration, where there is one. */
export async function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration(workerScope)
}
