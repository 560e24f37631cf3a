import * as v from 'valibot'
import { dateText, id } from '../scalars.ts'
import { activitySchema } from './events.ts'
import { incidentNotices } from './incidents.ts'

export const notificationSchema = v.object({
  id,
  title: v.nullish(v.string(), ''),
  body: v.nullish(v.string(), ''),
  data: v.nullish(v.record(v.string(), v.unknown()), {}),
  userId: v.nullish(v.string(), ''),
  isRead: v.nullish(v.boolean(), false),
  createdAt: dateText,
})

export type Notification = v.InferOutput<typeof notificationSchema>

export const notificationList = v.object({ error: v.literal(false), notifications: v.array(notificationSchema) })

/** The `data` of a notification about an event at a gate (ALERT-2). */
export const alertData = v.object({
  activityId: id,
  condominiumId: id,
  wordCode: v.optional(v.string(), ''),
  deviceName: v.optional(v.string(), ''),
  kind: activitySchema.entries.kind,
})

/** The `data` of an incident's notification (INC-6); `deviceName` and `wordCode` only for one device, else ''. */
export const incidentData = v.object({
  incidentId: id,
  notice: v.picklist(incidentNotices),
  condominiumId: v.nullable(id),
  wordCode: v.string(),
  deviceName: v.string(),
})

export type IncidentData = v.InferOutput<typeof incidentData>
