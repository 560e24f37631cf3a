import * as v from 'valibot'
import type { StateValue } from 'xstate'

const texts = v.array(v.string())
const name = v.pipe(v.string(), v.maxLength(1_000))
const nullableName = v.nullable(name)

const stateValue: v.GenericSchema<StateValue> = v.lazy(() => v.union([v.string(), v.record(v.string(), stateValue)]))

const trigger = v.union([
  v.object({ kind: v.literal('event'), event: name }),
  v.object({ kind: v.literal('after'), delay: name }),
  v.object({ kind: v.picklist(['done', 'failed']), service: name }),
  v.object({ kind: v.picklist(['always', 'allDone']) }),
])

const chart = v.object({
  id: name,
  states: v.pipe(
    v.array(
      v.object({
        id: name,
        key: name,
        parentId: nullableName,
        kind: v.picklist(['atomic', 'compound', 'parallel', 'final', 'history']),
        children: texts,
        isInitial: v.boolean(),
        invokes: texts,
        tags: texts,
      }),
    ),
    v.maxLength(2_000),
  ),
  moves: v.pipe(
    v.array(
      v.object({
        id: name,
        from: name,
        to: texts,
        trigger,
        delayMs: v.nullable(v.number()),
        guard: nullableName,
        isElse: v.boolean(),
        isIgnored: v.boolean(),
        actions: texts,
      }),
    ),
    v.maxLength(5_000),
  ),
})

const actor = v.object({
  id: name,
  parentId: nullableName,
  name,
  kind: v.picklist(['machine', 'service']),
  chartId: nullableName,
  /** The event that it began with, and the one that it ended with. */
  firstSeq: v.number(),
  endSeq: v.nullable(v.number()),
  /** Place in `states` of how it stood before the oldest event; null where that is not known. */
  before: v.nullable(v.number()),
})

const event = v.object({
  at: v.number(),
  sourceId: nullableName,
  targetId: name,
  type: name,
  outcome: v.picklist(['waiting', 'ignored', 'taken', 'started', 'ended', 'failed', 'dropped']),
  moves: texts,
  payload: v.optional(v.unknown()),
  /** Place in `states` of how its actor stood afterwards; null where it had not come to it. */
  state: v.nullable(v.number()),
})

const state = v.object({
  status: v.picklist(['active', 'done', 'error', 'stopped']),
  value: v.nullable(stateValue),
  tags: texts,
  context: v.optional(v.unknown()),
  output: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})

/** What stands at the head of each file: what it is, and of which kind. */
export const recordingFormat = { format: 'guarita-recording', version: 1 } as const

/** A recording as it stands in a file (`docs/inspector.md`). */
export const recordingSchema = v.object({
  format: v.literal(recordingFormat.format),
  version: v.literal(recordingFormat.version),
  recordedAt: v.string(),
  panelVersion: v.string(),
  firstSeq: v.number(),
  actors: v.pipe(v.array(actor), v.maxLength(50_000)),
  charts: v.pipe(v.array(chart), v.maxLength(200)),
  states: v.pipe(v.array(state), v.maxLength(100_000)),
  events: v.pipe(v.array(event), v.maxLength(50_000)),
})

export type RecordingDocument = v.InferOutput<typeof recordingSchema>
