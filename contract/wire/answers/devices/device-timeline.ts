import * as v from 'valibot'
import { id, isoTime, measure, nextCursor } from '../../scalars.ts'
import { activityKinds } from '../events.ts'

/** Changes that the server records for a device besides its gate events: contact, activation and restarts. */
export const deviceChangeKinds = ['online', 'offline', 'unknown', 'inactive', 'activated', 'restarted'] as const

export type DeviceChangeKind = (typeof deviceChangeKinds)[number]

/** One entry of the timeline; `description` is the event's own text, '' for a change. */
export const timelineItem = v.object({
  id,
  at: isoTime,
  kind: v.picklist([...deviceChangeKinds, ...activityKinds]),
  description: v.optional(v.string(), ''),
})

export type TimelineItem = v.InferOutput<typeof timelineItem>

/** The device's status over a period, in milliseconds; the four sum up to the period. */
export const contactShares = v.object({
  onlineMs: measure,
  offlineMs: measure,
  /** The server was down, or had not checked the device yet. */
  unknownMs: measure,
  /** The device was switched off by a person; counts as neither online nor offline. */
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
