import * as v from 'valibot'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { alertData, type Notification } from '../../../contract/wire/answers/notifications.ts'

/** The events of unread notifications that were created since a time in milliseconds since the epoch, oldest first. */
export function missedAlertsIn(notifications: readonly Notification[], since: number): Activity[] {
  return notifications.toReversed().flatMap(({ data, body, isRead, createdAt }) => {
    const parsed = v.safeParse(alertData, data)
    if (isRead || !parsed.success || Date.parse(createdAt) < since) return []
    const { activityId: id, ...about } = parsed.output
    return [{ ...about, id, ip: '', description: body, at: new Date(createdAt).toISOString() }]
  })
}
