import * as v from 'valibot'
import { stateValueSchema } from '../recording/recording-schema.ts'

/** Head of each file. */
export const replayFormat = { format: 'guarita-replay', version: 1 } as const

const state = v.object({
  status: v.picklist(['active', 'done', 'error', 'stopped']),
  value: stateValueSchema,
  context: v.optional(v.unknown()),
})

/** A recorded period of one actor, to replay with the machine of another build (`docs/from-bug-to-test.md`). */
export const replaySchema = v.object({
  format: v.literal(replayFormat.format),
  version: v.literal(replayFormat.version),
  recordedAt: v.string(),
  panelVersion: v.string(),
  note: v.string(),
  /** Name of the actor, for example `breaker:PORTARIA-01`, and id of its chart. */
  actor: v.string(),
  chart: v.string(),
  /** The state before the first event; null if the first event starts the actor. */
  start: v.nullable(state),
  events: v.pipe(
    v.array(
      v.object({
        /** Sequence number in the recording. */
        seq: v.number(),
        /** Milliseconds since the epoch. */
        at: v.number(),
        type: v.string(),
        payload: v.optional(v.unknown()),
        /** Ids of the transitions that the event caused. */
        moves: v.array(v.string()),
        /** Fixed delay of the transition after a time, in milliseconds; else null. */
        delayMs: v.nullable(v.number()),
        /** A person sent the event of a timer, at any time. */
        isForced: v.optional(v.boolean()),
        /** State after the event; null if unknown. */
        state: v.nullable(state),
      }),
    ),
    v.minLength(1),
  ),
})

export type ReplayDocument = v.InferOutput<typeof replaySchema>
