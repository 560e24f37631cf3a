import * as v from 'valibot'
import {
  type Notification,
  notificationList,
  notificationSchema,
} from '../../../contract/wire/answers/notifications.ts'
import { CallError, dataOf, listOf, parseResult } from '../http/call-result.ts'
import { createDataAccess, under } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

const listCall = 'notifications/list'

/** What a person does to notifications that the server keeps. */
export type NotificationChange =
  | { kind: 'read'; id: string }
  | { kind: 'deleted'; id: string }
  | { kind: 'allRead'; ids: readonly string[] }

/** The notification calls of contract "Events, ports, notifications" (NOT-1, NOT-3, HTTP-6). Each throws a `CallError`. */
export interface NotificationsApi {
  /** Newest first; an answer with `error: true` is a failure like another. */
  list(userId: string, signal: AbortSignal): Promise<Notification[]>
  /** One that is gone already counts as read, and as deleted. */
  change(change: NotificationChange, signal: AbortSignal): Promise<void>
}

export function createNotificationsApi(http: HttpClient, log: Log): NotificationsApi {
  const data = createDataAccess(http)
  const listSchema = v.object({
    error: notificationList.entries.error,
    notifications: listOf(notificationSchema, { log, what: 'notificações' }),
  })
  return {
    async list(userId, signal) {
      const result = await data.getByUser(listCall, userId, { signal })
      const { notifications } = dataOf(parseResult(result, listSchema, { log, call: listCall }))
      return notifications.toSorted((left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt))
    },
    async change(change, signal) {
      try {
        dataOf(await send(change, signal))
      } catch (error) {
        if (!(error instanceof CallError && error.status === 404)) throw error
      }
    },
  }

  function send(change: NotificationChange, signal: AbortSignal) {
    if (change.kind === 'allRead') return data.post('notifications/mark-all-read', undefined, { signal })
    if (change.kind === 'deleted') return data.delete(under('notifications', change.id), { signal })
    return data.post('notifications/mark-read', { id: change.id }, { signal })
  }
}
