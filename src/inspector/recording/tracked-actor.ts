import type {
  AnyActor,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  StateValue,
} from 'xstate'
import { actorKind } from './recording.ts'

/** State of an actor. Not its snapshot: tags, children and state nodes would stay in memory for 10,000 events. */
export interface ActorState {
  value: StateValue | undefined
  context: unknown
  /** The snapshot of an ended actor, for its result. */
  end: EndSnapshot | null
}

interface EndSnapshot {
  status: string
  output?: unknown
  error?: unknown
}

export interface Tracked {
  id: string
  /** Null after the actor ended. */
  ref: AnyActor | null
  parentId: string | null
  /** Its names in the system, in its parent, and in its parent's chart. */
  systemId: string | undefined
  ownId: string
  src: unknown
  machine: AnyStateMachine | null
  /** Sequence numbers of its first and last event. */
  firstSeq: number
  endSeq: number | null
  /** State before the oldest kept event; null if unknown. */
  before: ActorState | null
  /** The event in progress; `behind` is the queue. */
  at: Record | null
  behind: Record[]
  /** Number of kept events that reached the actor; `newest` leads to them by `previous`. */
  kept: number
  newest: Record | null
  ring: Ring
}

/** The kept events of one kind of actor, oldest first by `next`. */
export interface Ring {
  count: number
  oldest: Record | null
  newest: Record | null
}

/** An event that reached an actor: only references, made readable on demand. */
export interface Record extends ActorState {
  seq: number
  time: number
  sourceId: string | null
  target: Tracked
  event: AnyEventObject
  /** Whether the actor has processed the event, or never will. */
  isDone: boolean
  isDropped: boolean
  transitions: readonly AnyTransitionDefinition[]
  /** The next kept event of the same kind of actor. */
  next: Record | null
  /** The previous event of the same actor. Only the `kept` newest events of an actor are valid. */
  previous: Record | null
}

const noTransitions: readonly AnyTransitionDefinition[] = []
const noEvent: AnyEventObject = { type: '' }
const noActor: Tracked = {
  id: '',
  ref: null,
  parentId: null,
  systemId: undefined,
  ownId: '',
  src: null,
  machine: null,
  firstSeq: 0,
  endSeq: null,
  before: null,
  at: null,
  behind: [],
  kept: 0,
  newest: null,
  ring: { count: 0, oldest: null, newest: null },
}

/** Tracks an actor from its first event on. */
export function trackedFrom(ref: AnyActor, firstSeq: number, ring: Ring): Tracked {
  return {
    ...noActor,
    id: ref.sessionId,
    ref,
    parentId: ref._parent?.sessionId ?? null,
    systemId: ref.systemId,
    ownId: ref.id,
    src: ref.src,
    firstSeq,
    behind: [],
    ring,
  }
}

/** Kind of an actor that may have no snapshot yet. */
export function kindOf({ systemId, id, sessionId, src }: AnyActor): string {
  const name = systemId ?? (id === sessionId || /^\d+\./.test(id) ? src : id)
  return typeof name === 'string' ? actorKind(name) : ''
}

/** An empty slot of the ring. */
export function blankRecord(): Record {
  return {
    seq: 0,
    time: 0,
    sourceId: null,
    target: noActor,
    event: noEvent,
    value: undefined,
    context: undefined,
    end: null,
    isDone: false,
    isDropped: false,
    transitions: noTransitions,
    next: null,
    previous: null,
  }
}

/** Resets a record, except the fields that the next event overwrites. */
export function wiped(record: Record): Record {
  record.value = undefined
  record.context = undefined
  record.end = null
  record.isDone = false
  record.isDropped = false
  record.transitions = noTransitions
  return record
}

/** Removes a record from its actor before reuse. */
export function giveUp(record: Record): void {
  const { target, isDone, isDropped, value, context, end } = record
  target.kept -= 1
  if (!isDone) {
    const left = target.behind.filter((each) => each !== record)
    if (target.at === record) target.at = left.shift() ?? null
    target.behind = left
  } else if (!isDropped) {
    target.before ??= { value, context, end }
    target.before.value = value
    target.before.context = context
    target.before.end = end
  }
}

/** Marks an event that the actor will never process. */
export function drop(record: Record): void {
  record.isDropped = true
  record.isDone = true
}

/** Releases an ended actor; keeps its names and its machine. */
export function end(actor: Tracked, seq: number, snapshot: unknown): void {
  actor.endSeq = seq
  actor.machine = isOfChart(snapshot) ? snapshot.machine : null
  actor.ref = null
  actor.src = typeof actor.src === 'string' ? actor.src : null
}

export function note(actorState: ActorState, snapshot: object): void {
  if ('value' in snapshot) actorState.value = isOfChart(snapshot) ? snapshot.value : undefined
  if ('context' in snapshot) actorState.context = snapshot.context
  if ('status' in snapshot && snapshot.status !== 'active') actorState.end = endOf(snapshot)
}

export function actorStateOf(snapshot: object): ActorState {
  const actorState: ActorState = { value: undefined, context: undefined, end: null }
  note(actorState, snapshot)
  return actorState
}

function endOf(snapshot: object): EndSnapshot {
  return {
    status: 'status' in snapshot ? String(snapshot.status) : 'stopped',
    output: 'output' in snapshot ? snapshot.output : undefined,
    error: 'error' in snapshot ? snapshot.error : undefined,
  }
}

export function isAlive(ref: AnyActor): boolean {
  return ref.getSnapshot()?.status === 'active'
}

/** Whether a snapshot belongs to a machine. */
export function isOfChart(snapshot: unknown): snapshot is AnyMachineSnapshot {
  return typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot && 'value' in snapshot
}
