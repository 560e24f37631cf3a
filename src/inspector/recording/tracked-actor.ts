import type {
  AnyActor,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  StateValue,
} from 'xstate'

/**
 * How an actor stood. Not the snapshot: what else hangs on one (tags, children, the states themselves) would outlive its time
 * by 10,000 events, and that is what recording would cost.
 */
export interface ActorState {
  value: StateValue | undefined
  context: unknown
  /** The snapshot of one that has ended, for its result. */
  end: EndSnapshot | null
}

interface EndSnapshot {
  status: string
  output?: unknown
  error?: unknown
}

/** An actor that was seen. */
export interface Tracked {
  id: string
  /** The actor itself while it lives. */
  ref: AnyActor | null
  parentId: string | null
  /** How the system, its parent and its parent's chart call it. */
  systemId: string | undefined
  ownId: string
  src: unknown
  machine: AnyStateMachine | null
  /** The event that it began with, and the one that it ended with. */
  firstSeq: number
  endSeq: number | null
  /** Before the oldest event that is kept; null where that is not known. */
  before: ActorState | null
  /** The event that it is at; those that wait behind it. */
  at: Record | null
  behind: Record[]
  /** How many of those that are kept reached it. */
  kept: number
}

/** An event that reached an actor: references only, made into words when somebody looks. */
export interface Record extends ActorState {
  seq: number
  time: number
  sourceId: string | null
  target: Tracked
  event: AnyEventObject
  /** Whether the actor has come to the end of it, or never will. */
  isDone: boolean
  isDropped: boolean
  transitions: readonly AnyTransitionDefinition[]
}

const noTransitions: readonly AnyTransitionDefinition[] = []
const noEvent: AnyEventObject = { type: '' }
const nobody: Tracked = {
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
}

/** An actor from its first event on. */
export function trackedFrom(ref: AnyActor, firstSeq: number): Tracked {
  return {
    ...nobody,
    id: ref.sessionId,
    ref,
    parentId: ref._parent?.sessionId ?? null,
    systemId: ref.systemId,
    ownId: ref.id,
    src: ref.src,
    firstSeq,
    behind: [],
  }
}

/** A place in the ring, before its first event. */
export function blankRecord(): Record {
  return {
    seq: 0,
    time: 0,
    sourceId: null,
    target: nobody,
    event: noEvent,
    value: undefined,
    context: undefined,
    end: null,
    isDone: false,
    isDropped: false,
    transitions: noTransitions,
  }
}

/** As a new one, but for what the next event says of itself. */
export function wiped(record: Record): Record {
  record.value = undefined
  record.context = undefined
  record.end = null
  record.isDone = false
  record.isDropped = false
  record.transitions = noTransitions
  return record
}

/** Its actor goes on without it. */
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

/** Its actor never comes to it. */
export function drop(record: Record): void {
  record.isDropped = true
  record.isDone = true
}

/** One that has ended is let go: what it was is known by then. */
export function end(actor: Tracked, seq: number, snapshot: unknown): void {
  actor.endSeq = seq
  actor.machine = isOfChart(snapshot) ? snapshot.machine : null
  actor.ref = null
  actor.src = typeof actor.src === 'string' ? actor.src : null
}

/** Writes down how a snapshot stands. */
export function note(actorState: ActorState, snapshot: object): void {
  if ('value' in snapshot) actorState.value = isOfChart(snapshot) ? snapshot.value : undefined
  if ('context' in snapshot) actorState.context = snapshot.context
  if ('status' in snapshot && snapshot.status !== 'active') actorState.end = endOf(snapshot)
}

/** How a snapshot stands. */
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

/** Whether an actor still runs. */
export function isAlive(ref: AnyActor): boolean {
  return ref.getSnapshot()?.status === 'active'
}

/** Whether a snapshot is that of a chart. */
export function isOfChart(snapshot: unknown): snapshot is AnyMachineSnapshot {
  return typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot && 'value' in snapshot
}
