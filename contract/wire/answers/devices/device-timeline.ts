import * as v from 'valibot'
import { id, isoTime, measure, nextCursor } from '../../scalars.ts'
import { activitySchema } from '../events.ts'
import { deactivation } from './deactivation.ts'

/** Changes after which a device has this state until the next one. */
export const deviceStateKinds = ['online', 'offline', 'unknown', 'inactive'] as const

export type DeviceStateKind = (typeof deviceStateKinds)[number]

/** One entry of the timeline; `description` is the text of an event or an unanswered command, '' for another change. */
export const timelineItem = v.object({
  id,
  at: isoTime,
  /**
   * A change that the server records: contact, `activated`, `restarted`, `opened`, or `unanswered` (a command that the
   * device may or may not have received); or the kind of an event.
   */
  kind: id,
  description: v.optional(v.string(), ''),
  /** Whether the entry is an event, whose kind may have the name of a change. Without this field the kind decides. */
  isEvent: v.optional(v.boolean()),
  catalogued: activitySchema.entries.catalogued,
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
  /** Only while the device is deactivated (STATE-3). */
  deactivation: v.exactOptional(deactivation),
})

export type DeviceTimeline = v.InferOutput<typeof deviceTimeline>
