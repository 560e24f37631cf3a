import {
  Actor,
  type AnyActor,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyTransitionDefinition,
  type InspectionEvent,
} from 'xstate'

/** How many events are kept; the oldest is given up for the newest. */
export const keptEvents = 10_000

/** Those that wrap around a ring are looked through for actors that nothing leads to any more. */
const pruneEvery = 2_000

type Snapshot = ReturnType<AnyActorRef['getSnapshot']>

type Inspected<Type extends InspectionEvent['type']> = Extract<InspectionEvent, { type: Type }>

/** An actor that was seen, with what leads to its past. */
export interface Tracked {
  ref: AnyActor
  /** The event that it began with, and the one that it ended with. */
  firstSeq: number
  endSeq: number | null
  /** How it stood before the oldest event that is kept. */
  before: Snapshot
  /** The events that it has not come to yet. */
  waiting: Record[]
  /** How many of those that are kept reached it. */
  kept: number
}

/** An event that reached an actor: references only, made into words when somebody looks. */
export interface Record {
  seq: number
  at: number
  source: AnyActor | undefined
  target: Tracked
  event: AnyEventObject
  /** How the actor stood afterwards; undefined while it has not come to the event. */
  snapshot: Snapshot
  isDropped: boolean
  transitions: readonly AnyTransitionDefinition[]
}

const noTransitions: readonly AnyTransitionDefinition[] = []

/** Keeps the last events of a system of actors, by reference: what it costs is one small object an event (`performance`). */
export class Recorder {
  readonly actors = new Map<AnyActor, Tracked>()
  readonly #root: AnyActor
  readonly #now: () => number
  readonly #capacity: number
  readonly #ring: Record[] = []
  readonly #listeners = new Set<() => void>()
  #endSeq = 0
  #subscription: { unsubscribe(): void }

  /** @param root to be watched from before its start, so that no actor is missed */
  constructor(root: AnyActor, now: () => number, capacity = keptEvents) {
    this.#root = root
    this.#now = now
    this.#capacity = capacity
    this.#subscription = root.system.inspect((inspected) => this.#take(inspected))
  }

  get root(): AnyActor {
    return this.#root
  }

  get firstSeq(): number {
    return Math.max(0, this.#endSeq - this.#capacity)
  }

  get endSeq(): number {
    return this.#endSeq
  }

  record(seq: number): Record | undefined {
    return seq < this.firstSeq || seq >= this.#endSeq ? undefined : this.#ring[seq % this.#capacity]
  }

  /** Tells of each new event, until the returned function is called; whoever listens gathers them. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Forgets what it has and sees nothing more. */
  stop(): void {
    this.#subscription.unsubscribe()
    this.#ring.length = 0
    this.actors.clear()
    this.#endSeq = 0
  }

  #take(inspected: InspectionEvent): void {
    const { actorRef } = inspected
    if (!(actorRef instanceof Actor)) return
    if (inspected.type === '@xstate.microstep') this.#addTransitions(actorRef, inspected)
    else if (inspected.type === '@xstate.event') this.#add(actorRef, inspected)
    else if (inspected.type === '@xstate.snapshot') this.#complete(actorRef, inspected)
    for (const listener of this.#listeners) listener()
  }

  #add(actor: AnyActor, { sourceRef, event }: Pick<Inspected<'@xstate.event'>, 'sourceRef' | 'event'>): void {
    const target = this.#track(actor)
    const record: Record = {
      seq: this.#endSeq,
      at: this.#now(),
      source: sourceRef instanceof Actor ? sourceRef : undefined,
      target,
      event,
      snapshot: undefined,
      isDropped: false,
      transitions: noTransitions,
    }
    target.waiting.push(record)
    target.kept += 1
    const at = this.#endSeq % this.#capacity
    const given = this.#ring[at]
    if (given !== undefined) this.#giveUp(given)
    this.#ring[at] = record
    this.#endSeq += 1
    if (this.#endSeq % pruneEvery === 0) this.#prune()
  }

  #giveUp({ target, snapshot }: Record): void {
    target.kept -= 1
    if (snapshot !== undefined) target.before = snapshot
  }

  /** The chart's moves come while the event is worked on: it is the first that waits. Those of the beginning have no event. */
  #addTransitions(actor: AnyActor, { _transitions }: Inspected<'@xstate.microstep'>): void {
    const working = this.actors.get(actor)?.waiting[0]
    if (working === undefined || _transitions.length === 0) return
    working.transitions =
      working.transitions === noTransitions ? _transitions : [...working.transitions, ..._transitions]
  }

  #complete(actor: AnyActor, { event, snapshot }: Inspected<'@xstate.snapshot'>): void {
    const tracked = this.#track(actor)
    if (event.type === 'xstate.stop') {
      for (const record of tracked.waiting) record.isDropped = true
      tracked.waiting.length = 0
      this.#add(actor, { sourceRef: undefined, event })
    }
    const record = tracked.waiting.shift()
    if (record !== undefined) record.snapshot = snapshot
    if (snapshot.status !== 'active') tracked.endSeq = record?.seq ?? this.#endSeq
  }

  #track(ref: AnyActor): Tracked {
    const known = this.actors.get(ref)
    if (known !== undefined) return known
    const tracked: Tracked = {
      ref,
      firstSeq: this.#endSeq,
      endSeq: null,
      before: undefined,
      waiting: [],
      kept: 0,
    }
    this.actors.set(ref, tracked)
    return tracked
  }

  #prune(): void {
    for (const [ref, { kept }] of this.actors) if (kept === 0 && !isAlive(ref)) this.actors.delete(ref)
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
