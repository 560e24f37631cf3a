import { fromPromise } from 'xstate'
import { notificationsMachine } from '../../../machines/notifications/notifications.machine.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { changeNotification, loadNotifications } from '../../../services/notifications/notifications-api.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Provides the notifications with the server's list (NOT). */
export function notifications({ log, http }: Neighbours) {
  const call = createCall(http, log)
  return notificationsMachine.provide({
    actors: {
      loadNotifications: fromPromise(({ input: { userId }, signal }) => loadNotifications(call, userId, signal)),
      askChange: fromPromise(({ input: { change }, signal }) => changeNotification(call, change, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
