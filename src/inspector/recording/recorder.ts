import { Actor, type AnyActor, type AnyEventObject, type InspectionEvent } from 'xstate'
import {
  actorStateOf,
  blankRecord,
  drop,
  end,
  giveUp,
  isAlive,
  kindOf,
  note,
  type Record,
  type Ring,
  type Tracked,
  trackedFrom,
  wiped,
} from './tracked-actor.ts'

/**
 * Largest number of kept events. A further event replaces the oldest event of the kind of actor with the most events.
 */
export const keptEvents = 10_000

/** Number of events between searches for actors without references. */
const pruneEvery = 2_000

type Inspected<Type extends InspectionEvent['type']> = Extract<InspectionEvent, { type: Type }>

/** Keeps the last events of a system of actors, by reference (`npm run bench` measures the cost). */
export class Recorder {
  /** Keyed by session id. */
  readonly actors = new Map<string, Tracked>()
  readonly #root: AnyActor
  readonly #now: () => number
  readonly #capacity: number
  /** Keyed by sequence number, oldest first. */
  readonly #kept = new Map<number, Record>()
  /** Keyed by kind of actor, so that many events of one kind do not replace the few events of another kind. */
  readonly #rings = new Map<string, Ring>()
  readonly #listeners = new Set<() => void>()
  readonly #subscription: { unsubscribe(): void }
  readonly startedAt: number
  #endSeq: number
  /** Cached sequence numbers of the kept events, valid while `#endSeq` equals `#seqsAt`. */
  #seqs: readonly number[] = []
  #seqsAt: number
  /** A cache: most messages concern the same actor as the previous message. */
  #latest: Tracked | null = null

  /**
   * @param root the recorder knows its running children immediately, and other actors from their first event on
   * @param firstSeq sequence number of the first event
   */
  constructor(root: AnyActor, now: () => number, capacity = keptEvents, firstSeq = 0) {
    this.startedAt = now()
    this.#endSeq = firstSeq
    this.#seqsAt = firstSeq
    this.#root = root
    this.#now = now
    this.#capacity = capacity
    this.#adopt(root)
    this.#subscription = root.system.inspect((inspected) => this.#take(inspected))
  }

  /** Also records an actor of another system. */
  readonly see = (inspected: InspectionEvent): void => this.#take(inspected)

  get root(): AnyActor {
    return this.#root
  }

  /** Sequence numbers of the kept events, ascending. */
  get seqs(): readonly number[] {
    if (this.#seqsAt !== this.#endSeq) {
      this.#seqs = [...this.#kept.keys()]
      this.#seqsAt = this.#endSeq
    }
    return this.#seqs
  }

  get endSeq(): number {
    return this.#endSeq
  }

  record(seq: number): Record | undefined {
    return this.#kept.get(seq)
  }

  /** The running actors, parents first. */
  *living(): Generator<AnyActor> {
    for (const { ref } of this.actors.values()) if (ref !== null && isAlive(ref)) yield ref
  }

  /** Calls the listener for each event until the returned function is called; the listener must batch its work. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Marks an event that a person removed from the queue of an actor. */
  discard(actorId: string, event: AnyEventObject): void {
    const actor = this.actors.get(actorId)
    if (actor?.at == null) return
    const queue = [actor.at, ...actor.behind]
    const record = queue.find((each) => each.event === event)
    if (record === undefined) return
    drop(record)
    const left = queue.filter((each) => each !== record)
    actor.at = left.shift() ?? null
    actor.behind = left
    this.#report()
  }

  /** Deletes all records and stops recording. */
  stop(): void {
    this.#subscription.unsubscribe()
    this.#kept.clear()
    this.#rings.clear()
    this.#seqs = []
    this.#seqsAt = 0
    this.actors.clear()
    this.#latest = null
    this.#endSeq = 0
  }

  #take(inspected: InspectionEvent): void {
    if (inspected.type === '@xstate.event') this.#add(inspected)
    else if (inspected.type === '@xstate.microstep') this.#addTransitions(inspected)
    else if (inspected.type === '@xstate.snapshot') this.#complete(inspected)
    else return
    this.#report()
  }

  #report(): void {
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener()
  }

  #add({ sourceRef, actorRef, event }: Pick<Inspected<'@xstate.event'>, 'sourceRef' | 'actorRef' | 'event'>): void {
    const target = this.#track(actorRef)
    if (target === null) return
    const seq = this.#endSeq
    const record = this.#kept.size < this.#capacity ? blankRecord() : this.#reused()
    record.seq = seq
    record.time = this.#now()
    record.sourceId = sourceRef === undefined ? null : sourceRef.sessionId
    record.target = target
    record.event = event
    this.#endSeq = seq + 1
    this.#kept.set(seq, record)
    append(record, target)
    if (event.type === 'xstate.init') target.firstSeq = seq
    if (target.endSeq !== null) drop(record)
    else if (target.at === null) target.at = record
    else target.behind.push(record)
    if (this.#endSeq % pruneEvery === 0) this.#prune()
  }

  /** Reuses a record: garbage collection of 10,000 long-lived objects is expensive. */
  #reused(): Record {
    let largest: Ring | null = null
    for (const ring of this.#rings.values()) if (largest === null || ring.count > largest.count) largest = ring
    const record = largest?.oldest
    if (largest == null || record == null) return blankRecord()
    largest.oldest = record.next
    largest.count -= 1
    this.#kept.delete(record.seq)
    giveUp(record)
    return wiped(record)
  }

  /** XState reports a chart's transitions while it processes the event. Initial transitions have no event. */
  #addTransitions({ actorRef, _transitions }: Inspected<'@xstate.microstep'>): void {
    if (_transitions.length === 0) return
    const at = this.#known(actorRef.sessionId)?.at
    if (at == null) return
    at.transitions = at.transitions.length === 0 ? _transitions : [...at.transitions, ..._transitions]
  }

  #complete({ actorRef, event, snapshot }: Inspected<'@xstate.snapshot'>): void {
    const actor = this.#track(actorRef)
    if (actor === null) return
    if (event.type === 'xstate.stop') {
      if (actor.at !== null) for (const record of [actor.at, ...actor.behind]) drop(record)
      actor.at = null
      actor.behind.length = 0
      this.#add({ sourceRef: undefined, actorRef, event })
    }
    const record = actor.at
    if (record !== null) {
      note(record, snapshot)
      record.isDone = true
      actor.at = actor.behind.length === 0 ? null : (actor.behind.shift() ?? null)
    }
    if (snapshot.status !== 'active') end(actor, record?.seq ?? this.#endSeq, snapshot)
  }

  #known(sessionId: string): Tracked | undefined {
    if (this.#latest?.id === sessionId) return this.#latest
    const known = this.actors.get(sessionId)
    if (known !== undefined) this.#latest = known
    return known
  }

  #track(ref: object & { sessionId: string }): Tracked | null {
    const known = this.#known(ref.sessionId)
    if (known !== undefined) return known
    return ref instanceof Actor ? this.#begin(ref) : null
  }

  #begin(ref: AnyActor): Tracked {
    const kind = kindOf(ref)
    const ring = this.#rings.get(kind) ?? { count: 0, oldest: null, newest: null }
    this.#rings.set(kind, ring)
    const tracked = trackedFrom(ref, this.#endSeq, ring)
    this.actors.set(tracked.id, tracked)
    this.#latest = tracked
    return tracked
  }

  #adopt(ref: AnyActor): void {
    const snapshot = ref.getSnapshot()
    if (snapshot?.status !== 'active') return
    this.#begin(ref).before = actorStateOf(snapshot)
    for (const child of Object.values(snapshot.children ?? {})) if (child instanceof Actor) this.#adopt(child)
  }

  #prune(): void {
    for (const [id, { kept, ref }] of this.actors)
      if (kept === 0 && (ref === null || !isAlive(ref))) this.actors.delete(id)
  }
}

function append(record: Record, target: Tracked): void {
  const { ring } = target
  record.next = null
  if (ring.count > 0 && ring.newest !== null) ring.newest.next = record
  else ring.oldest = record
  ring.newest = record
  ring.count += 1
  record.previous = target.newest
  target.newest = record
  target.kept += 1
}
