import type { StateValue } from 'xstate'
import type { ChartDescription } from '../charts/chart-description.ts'

export interface RecordedActor {
  /** Unique within the recording. */
  id: string
  /** Null for the root. */
  parentId: string | null
  /** Name from its parent or the system: `session`, `breaker:PORTARIA-01`. */
  name: string
  /** `service`: a promise, a callback or other logic without a chart. */
  kind: 'machine' | 'service'
  /** Null for a service. */
  chartId: string | null
}

export const outcomes = [
  /** A transition accepted the event. */
  'taken',
  /** No transition of the current states accepts the event. */
  'ignored',
  'failed',
  /** The event started the actor. */
  'started',
  /** The event ended the actor. */
  'ended',
  /** In the queue behind another event. */
  'waiting',
  /** The actor ended before it processed the event, or a person discarded the event. */
  'dropped',
] as const

export type Outcome = (typeof outcomes)[number]

/** Kind of the actors with a name: the part before a colon (`breaker` of `breaker:PORTARIA-01`). */
export function actorKind(name: string): string {
  const [kind = ''] = name.split(':', 1)
  return kind
}

export interface RecordedEvent {
  /** Sequence number since the recording began. */
  seq: number
  at: number
  /** Null if the sender is not an actor: a view, a service or the inspector. */
  sourceId: string | null
  targetId: string
  type: string
  outcome: Outcome
  /** Ids of the chart's transitions that the event caused, in order. */
  moves: readonly string[]
}

export interface RecordedState {
  status: 'active' | 'done' | 'error' | 'stopped'
  /** Null without a chart. */
  value: StateValue | null
  tags: readonly string[]
  /** Not masked: the reader must mask it before display or storage. */
  context: unknown
  output: unknown
  error: unknown
}

/** Sequence numbers of the first and last event of an actor; the last is null while it runs. */
export interface Life {
  firstSeq: number
  endSeq: number | null
}

/** A recorded system of actors, live or read from a file. */
export interface Recording {
  readonly isLive: boolean
  /** Start in milliseconds; identifies the recording in links. */
  readonly startedAt: number
  /** Sequence numbers of the kept events, ascending, with gaps: older events of frequent actors are dropped. */
  readonly seqs: readonly number[]
  /** One more than the newest sequence number. */
  readonly endSeq: number
  /** In order of start, the root first. With a sequence number: only the actors that ran at that time. */
  actorsAt(seq: number | null): readonly RecordedActor[]
  /** All known actors in order of start, also ended ones. */
  actors(): readonly RecordedActor[]
  actor(id: string): RecordedActor | undefined
  lifeOf(id: string): Life
  event(seq: number): RecordedEvent | undefined
  /** The original event object. */
  payload(seq: number): unknown
  /** An actor's state after an event; null asks for the current state. Undefined if unknown. */
  stateAt(actorId: string, seq: number | null): RecordedState | undefined
  /** The newest event up to `seq` that caused a transition of the actor. */
  lastMove(actorId: string, seq: number | null): RecordedEvent | undefined
  chart(chartId: string): ChartDescription | undefined
}
