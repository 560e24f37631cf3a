import * as v from 'valibot'

/** contract "Events": something that happened at a gate. `at` is an ISO date-time. */
export const activitySchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  condominiumId: v.pipe(v.string(), v.nonEmpty()),
  wordCode: v.optional(v.string(), ''),
  ip: v.optional(v.string(), ''),
  kind: v.picklist(['access-granted', 'access-denied', 'door-forced', 'device-down', 'device-up', 'intercom']),
  description: v.optional(v.string(), ''),
  at: v.pipe(v.string(), v.isoTimestamp()),
})

export type Activity = v.InferOutput<typeof activitySchema>
