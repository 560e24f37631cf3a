import * as v from 'valibot'
import { id, isoTime, measure, nextCursor } from '../../scalars.ts'
import { activityKinds } from '../events.ts'

/** What a server sees of a device besides the events at its gate: its contact, whether it is switched off, and restarts that it took. */
export const deviceChangeKinds = ['online', 'offline', 'unknown', 'inactive', 'activated', 'restarted'] as const

export type DeviceChangeKind = (typeof deviceChangeKinds)[number]

/** One thing that the server saw; `description` is the event's own, '' of a change. */
export const timelineItem = v.object({
  id,
  at: isoTime,
  kind: v.picklist([...deviceChangeKinds, ...activityKinds]),
  description: v.optional(v.string(), ''),
})

export type TimelineItem = v.InferOutput<typeof timelineItem>

/** How a device was in a stretch of time, in milliseconds; together they are all of it. */
export const contactShares = v.object({
  onlineMs: measure,
  offlineMs: measure,
  /** No server was there to see, or none had asked it yet. */
  unknownMs: measure,
  /** A person had switched it off: neither of the others. */
  inactiveMs: measure,
})

export type ContactShares = v.InferOutput<typeof contactShares>

/** Newest first; `day` and `month` are the last 24 hours and 30 days. */
export const deviceTimeline = v.object({
  result: v.array(timelineItem),
  nextCursor,
  availability: v.object({ day: contactShares, month: contactShares }),
})

export type DeviceTimeline = v.InferOutput<typeof deviceTimeline>
