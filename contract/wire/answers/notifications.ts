import * as v from 'valibot'
import { dateText } from '../scalars.ts'
import { id } from '../text.ts'

/** One notification, as the list and the socket bring it. */
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
