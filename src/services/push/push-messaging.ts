import { initializeApp } from 'firebase/app'
import { getMessaging, getToken, isSupported, onMessage } from 'firebase/messaging'
import type { FirebaseConfig } from '../../../contract/wire/panel-config.ts'
import type { Log } from '../log/log.ts'
import { type PushMessage, readPushMessage } from './push-message.ts'
import { workerRegistration, workerScope } from './system-notifications.ts'

const workerPath = '/firebase-messaging-sw.js'

/** Firebase's messaging for this page. Each call may throw any error of the SDK or the browser. */
export interface PushMessaging {
  isSupported(): Promise<boolean>
  /** Resolves when the worker at the site root is active. May stay pending forever (PUSH-3). */
  registerWorker(): Promise<void>
  /** '' if Firebase answers without a token. May stay pending forever. */
  requestToken(): Promise<string>
  /** Calls back with each push while a page of the panel is visible. Returns a stop function. */
  onForegroundMessage(handle: (message: PushMessage) => void): () => void
}

export function createPushMessaging(
  { vapidKey, ...options }: FirebaseConfig,
  log: Log,
  now: () => number,
): PushMessaging {
  /** Only if messaging is supported: otherwise the SDK throws twice, the second time as an uncaught rejection. */
  const messaging = () => getMessaging(initializeApp(options))
  return {
    isSupported,
    async registerWorker() {
      await unregisterEarlier()
      const address = `${workerPath}?${new URLSearchParams(options)}`
      const registration = await navigator.serviceWorker.register(address, { scope: workerScope })
      await activated(registration)
    },
    async requestToken() {
      const serviceWorkerRegistration = await workerRegistration()
      try {
        return await getToken(messaging(), {
          vapidKey,
          ...(serviceWorkerRegistration && { serviceWorkerRegistration }),
        })
      } catch (error) {
        if (codeOf(error) === 'messaging/token-subscribe-no-token') return ''
        throw error
      }
    },
    onForegroundMessage: (handle) =>
      onMessage(messaging(), (payload) => {
        const message = readPushMessage(payload, location.origin, now())
        if (message === null) log.warn('Mensagem push inválida ignorada.')
        else handle(message)
      }),
  }
}

/** An earlier version registered this worker for the whole site; that scope now belongs to the shell worker. */
async function unregisterEarlier(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  if (registration?.active?.scriptURL.includes(workerPath) && registration.scope === `${location.origin}/`)
    await registration.unregister()
}

async function activated({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting
  if (active !== null || coming === null) return
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve()
      if (coming.state === 'redundant') reject(new Error('messaging worker: installation failed'))
    })
  })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
