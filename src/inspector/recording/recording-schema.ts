import * as v from 'valibot'
import type { StateValue } from 'xstate'
import { outcomes } from './recording.ts'

const texts = v.array(v.string())
const name = v.pipe(
  v.string(),
  v.check((text) => text.length <= 1_000),
)
const nullableName = v.nullable(name)

/** A state value of XState. */
export const stateValueSchema = v.pipe(
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

/** Limits a list: a crafted file may have any number of items. */
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
  /** Sequence numbers of the actor's first and last event. */
  firstSeq: v.number(),
  endSeq: v.nullable(v.number()),
  /** Index in `states` of the state before the oldest event; null if unknown. */
  before: v.nullable(v.number()),
})

const outcome = v.picklist(outcomes)

const event = v.object({
  /** Sequence number. Absent in version 1, where the events are numbered from `firstSeq` without gaps. */
  seq: v.optional(v.pipe(v.number(), v.safeInteger())),
  at: v.number(),
  sourceId: nullableName,
  targetId: name,
  type: name,
  outcome,
  moves: texts,
  payload: v.optional(v.unknown()),
  /** Index in `states` of the actor's state after the event; null if it had not processed the event. */
  state: v.nullable(v.number()),
})

const state = v.object({
  status: v.picklist(['active', 'done', 'error', 'stopped']),
  value: v.nullable(stateValueSchema),
  tags: texts,
  context: v.optional(v.unknown()),
  output: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})

const filter = v.object({
  text: name,
  isOnlyActor: v.boolean(),
  device: name,
  outcome: v.nullable(outcome),
  from: v.nullable(v.number()),
  to: v.nullable(v.number()),
})

/** Head of each file: its format and version. */
export const recordingFormat = { format: 'guarita-recording', version: 2 } as const

/** Versions that can be read. */
export const readableVersions = [1, recordingFormat.version] as const

/** The recording's file format (`docs/inspector.md`). */
export const recordingSchema = v.object({
  format: v.literal(recordingFormat.format),
  version: v.picklist(readableVersions),
  recordedAt: v.string(),
  panelVersion: v.string(),
  /** The start of the recording in milliseconds. This and the following fields are absent in older files. */
  startedAt: v.optional(v.number()),
  browser: v.optional(name),
  note: v.optional(v.string()),
  /** The selected actor, the event after which its state was shown (null: while following), and the filter. */
  actorId: v.optional(nullableName),
  seq: v.optional(v.nullable(v.number())),
  filter: v.optional(filter),
  firstSeq: v.number(),
  actors: atMost(50_000, v.array(actor)),
  charts: atMost(200, v.array(chart)),
  states: atMost(100_000, v.array(state)),
  events: v.pipe(
    atMost(50_000, v.array(event)),
    v.check(
      (events) => events.every(({ seq }, at) => seq === undefined || seq > (events[at - 1]?.seq ?? -1)),
      'Expected ascending sequence numbers',
    ),
  ),
})

/** Where a file was recorded, and the note of the person who made it. */
export interface Origin {
  recordedAt: string
  panelVersion: string
  browser: string
  note: string
}

export type RecordingDocument = v.InferOutput<typeof recordingSchema>
