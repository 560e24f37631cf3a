import * as v from 'valibot'
import { dateText, id, isoTime } from '../scalars.ts'
import { sequence } from '../sequence.ts'
import { catalogued } from './event-kinds.ts'

/** The kinds that every panel knows. A forced door and a gate that is held open are two kinds (ALERT-3). */
export const activityKinds = [
  'access-granted',
  'access-denied',
  'door-forced',
  'gate-held-open',
  'device-down',
  'device-up',
  'intercom',
] as const

/** Kinds of events by which a person searches: also the event of a written occurrence (BOOK-1). */
export const searchedKinds = [...activityKinds, 'reported'] as const

export const activitySchema = v.object({
  id,
  sequence,
  condominiumId: id,
  wordCode: v.optional(v.string(), ''),
  deviceName: v.optional(v.string(), ''),
  ip: v.optional(v.string(), ''),
  /** One of `activityKinds`, or another code of a controller (EVT-1). */
  kind: id,
  description: v.optional(v.string(), ''),
  at: isoTime,
  /** The kind in the catalogue of the customer; absent or null for other kinds. */
  catalogued: v.nullish(catalogued),
})

export type Activity = v.InferOutput<typeof activitySchema>
export type SearchedKind = (typeof searchedKinds)[number]
export type ActivityKind = (typeof activityKinds)[number]

/**
 * Whether an event of this kind shows that somebody is at the gate; a lost or restored contact and a code of a
 * controller show nothing (STATE-4).
 */
export function isMovement(kind: string): boolean {
  return activityKinds.some((each) => each === kind) && kind !== 'device-down' && kind !== 'device-up'
}

export const activityList = v.object({ result: v.array(activitySchema) })

/** The last event of a condominium; `timeSinceLastEvent` is its age in words (pt-BR). */
export const lastEventSchema = v.object({
  condominiumId: id,
  ip: v.optional(v.nullable(v.string(), ''), ''),
  timeSinceLastEvent: v.optional(v.nullable(v.string(), ''), ''),
  lastEventAt: v.fallback(v.optional(v.nullable(dateText), null), null),
})

export type LastEventAnswer = v.InferOutput<typeof lastEventSchema>

export const lastEventList = v.object({ result: v.array(lastEventSchema) })
