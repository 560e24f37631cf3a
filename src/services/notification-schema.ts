import * as v from 'valibot'

/** One notification, as the list and the socket bring it (contract "Events, ports, notifications"). */
export const notificationSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  title: v.nullish(v.string(), ''),
  body: v.nullish(v.string(), ''),
  data: v.nullish(v.record(v.string(), v.unknown()), {}),
  userId: v.nullish(v.string(), ''),
  isRead: v.nullish(v.boolean(), false),
  /** ISO 8601. */
  createdAt: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
})

export type Notification = v.InferOutput<typeof notificationSchema>
