import { fromPromise } from 'xstate'
import { notificationsMachine } from '../../machines/notifications/notifications.machine.ts'
import { createNotificationsApi } from '../../services/notifications/notifications-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** The notifications of the bell, with the server's list behind them (NOT). */
export function notifications({ log, http }: Neighbours) {
  const api = createNotificationsApi(http, log)
  return notificationsMachine.provide({
    actors: {
      loadNotifications: fromPromise(({ input: { userId }, signal }) => api.list(userId, signal)),
      askChange: fromPromise(({ input: { change }, signal }) => api.change(change, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
