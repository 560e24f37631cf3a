import * as v from 'valibot'
import type { StateValue } from 'xstate'

const texts = v.array(v.string())
const name = v.pipe(
  v.string(),
  v.check((text) => text.length <= 1_000),
)
const nullableName = v.nullable(name)

const stateValue = v.pipe(
  v.unknown(),
  v.check(isStateValue, 'Expected a state value'),
  v.transform((value): StateValue => (isStateValue(value) ? value : {})),
)

function isStateValue(value: unknown): value is StateValue {
  if (typeof value === 'string') return true
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isStateValue)
  )
}

const trigger = v.union([
  v.object({ kind: v.literal('event'), event: name }),
  v.object({ kind: v.literal('after'), delay: name }),
  v.object({ kind: v.picklist(['done', 'failed']), service: name }),
  v.object({ kind: v.picklist(['always', 'allDone']) }),
])

/** Of a list; a file can be made to hold any number. */
const atMost = <Item extends v.GenericSchema>(most: number, list: v.ArraySchema<Item, undefined>) =>
  v.pipe(
    list,
    v.check((items) => items.length <= most, `Expected at most ${most}`),
  )

const chart = v.object({
  id: name,
  states: atMost(
    2_000,
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
  ),
  moves: atMost(
    5_000,
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
  /** Who was looked at. Older files do not say it. */
  actorId: v.optional(nullableName),
  firstSeq: v.number(),
  actors: atMost(50_000, v.array(actor)),
  charts: atMost(200, v.array(chart)),
  states: atMost(100_000, v.array(state)),
  events: atMost(50_000, v.array(event)),
})

export type RecordingDocument = v.InferOutput<typeof recordingSchema>
