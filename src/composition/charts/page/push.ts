import { navigate } from 'wouter/use-browser-location'
import { fromCallback, fromPromise } from 'xstate'
import { type PushEvent, pushMachine } from '../../../machines/push/push.machine.ts'
import {
  askNotificationPermission,
  watchNotificationPermission,
} from '../../../services/push/notification-permission.ts'
import type { PushMessaging } from '../../../services/push/push-messaging.ts'
import { showTestNotification, watchNotificationClicks } from '../../../services/push/system-notifications.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

const test = { title: 'Guarita', body: 'Notificação de teste: os avisos chegam a este navegador.' } as const

/** Provides push messages. The messaging SDK is a separate chunk, loaded when the chart first needs it. */
export function createPushFlow({ config: { firebase }, log, now }: Neighbours) {
  let messaging: PushMessaging | undefined
  const loaded = () => {
    if (messaging === undefined) throw new Error('the messaging SDK is not loaded')
    return messaging
  }
  return pushMachine.provide({
    actors: {
      watchPermission: fromCallback(({ sendBack }) =>
        watchNotificationPermission((state) => sendBack({ type: `permission.${state}` } satisfies PushEvent)),
      ),
      askPermission: fromPromise(() => askNotificationPermission()),
      checkSupport: fromPromise(async () => {
        if (firebase === undefined) throw new Error('no Firebase project is configured')
        const { createPushMessaging } = await import('../../../services/push/push-messaging.ts')
        messaging = createPushMessaging(firebase, log, now)
        return messaging.isSupported()
      }),
      registerWorker: fromPromise(() => loaded().registerWorker()),
      requestToken: fromPromise(() => loaded().requestToken()),
      foregroundMessages: fromCallback(({ sendBack }) =>
        loaded().onForegroundMessage((message) => sendBack({ type: 'push.message', message } satisfies PushEvent)),
      ),
      notificationClicks: fromCallback(({ sendBack }) =>
        watchNotificationClicks((path) => sendBack({ type: 'push.open', path } satisfies PushEvent)),
      ),
      showTest: fromPromise(({ signal }) => showTestNotification(test.title, test.body, signal)),
    },
    actions: {
      openPage: (_, { path }) => navigate(path),
      logToken: (_, { token }) => log.info(`Token push obtido. token: ${token}`),
      logWarning: (_, { message }) => log.warn(message),
      logFailure: logTo(log),
    },
  })
}
