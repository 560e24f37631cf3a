import type { StateValue } from 'xstate'
import type { ChartDescription } from '../charts/chart-description.ts'

/** An actor of a recording. */
export interface RecordedActor {
  /** Its own in this recording. */
  id: string
  /** Null for the root. */
  parentId: string | null
  /** How its parent or the system calls it: `session`, `breaker:PORTARIA-01`. */
  name: string
  /** A service is a promise, a listener, anything without a chart. */
  kind: 'machine' | 'service'
  /** Name of its chart, where it is a machine. */
  chartId: string | null
}

/** What came of an event. */
export type Outcome =
  /** It waits behind another one. */
  | 'waiting'
  /** Nothing in the present states takes it. */
  | 'ignored'
  /** It was taken. */
  | 'taken'
  /** The actor began with it. */
  | 'started'
  /** The actor ended with it. */
  | 'ended'
  /** The actor threw. */
  | 'failed'
  /** The actor ended before it could take it. */
  | 'dropped'

/** An event that reached an actor. */
export interface RecordedEvent {
  /** Counts from the beginning of the recording; older ones are given up. */
  seq: number
  /** Milliseconds since the epoch. */
  at: number
  /** Null where it came from outside: a view, a service, the inspector. */
  sourceId: string | null
  targetId: string
  type: string
  outcome: Outcome
  /** Ids of the chart's moves that it caused, in their order. */
  moves: readonly string[]
}

/** How an actor stood. */
export interface RecordedState {
  status: 'active' | 'done' | 'error' | 'stopped'
  /** Null for what is no machine. */
  value: StateValue | null
  tags: readonly string[]
  /** Values as they are; whoever shows or stores them masks them first. */
  context: unknown
  output: unknown
  error: unknown
}

/** From which event on an actor lived, and until which; null while it does. */
export interface Life {
  firstSeq: number
  endSeq: number | null
}

/** What was seen of a system of actors: live, or read from a file. */
export interface Recording {
  readonly isLive: boolean
  /** The oldest event that is kept. */
  readonly firstSeq: number
  /** One more than the newest. */
  readonly endSeq: number
  /** In the order of their beginnings, the root first; at a past moment those that lived then. */
  actorsAt(seq: number | null): readonly RecordedActor[]
  actor(id: string): RecordedActor | undefined
  lifeOf(id: string): Life
  event(seq: number): RecordedEvent | undefined
  /** The event itself, as it is. */
  payload(seq: number): unknown
  /** How an actor stood after an event; null asks for now. Undefined where that is not known. */
  stateAt(actorId: string, seq: number | null): RecordedState | undefined
  /** The newest event not after `seq` that made the actor move. */
  lastMove(actorId: string, seq: number | null): RecordedEvent | undefined
  chart(chartId: string): ChartDescription | undefined
}
