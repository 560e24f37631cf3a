import { Actor, type AnyActor, type InspectionEvent } from 'xstate'
import {
  actorStateOf,
  blankRecord,
  drop,
  end,
  giveUp,
  isAlive,
  note,
  type Record,
  type Tracked,
  trackedFrom,
  wiped,
} from './tracked-actor.ts'

/** Number of kept events; a new event replaces the oldest. */
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
  readonly #ring: Record[] = []
  readonly #listeners = new Set<() => void>()
  readonly #subscription: { unsubscribe(): void }
  #endSeq = 0
  /** A cache: most messages concern the same actor as the previous message. */
  #latest: Tracked | null = null

  /** @param root the recorder sees its running children immediately, and other actors from their first event on */
  constructor(root: AnyActor, now: () => number, capacity = keptEvents) {
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

  get firstSeq(): number {
    return Math.max(0, this.#endSeq - this.#capacity)
  }

  get endSeq(): number {
    return this.#endSeq
  }

  record(seq: number): Record | undefined {
    return seq < this.firstSeq || seq >= this.#endSeq ? undefined : this.#ring[seq % this.#capacity]
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

  /** Deletes all records and stops recording. */
  stop(): void {
    this.#subscription.unsubscribe()
    this.#ring.length = 0
    this.actors.clear()
    this.#latest = null
    this.#endSeq = 0
  }

  #take(inspected: InspectionEvent): void {
    if (inspected.type === '@xstate.event') this.#add(inspected)
    else if (inspected.type === '@xstate.microstep') this.#addTransitions(inspected)
    else if (inspected.type === '@xstate.snapshot') this.#complete(inspected)
    else return
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener()
  }

  #add({ sourceRef, actorRef, event }: Pick<Inspected<'@xstate.event'>, 'sourceRef' | 'actorRef' | 'event'>): void {
    const target = this.#track(actorRef)
    if (target === null) return
    const seq = this.#endSeq
    const record = this.#blank(seq % this.#capacity)
    record.seq = seq
    record.time = this.#now()
    record.sourceId = sourceRef === undefined ? null : sourceRef.sessionId
    record.target = target
    record.event = event
    this.#endSeq = seq + 1
    target.kept += 1
    if (event.type === 'xstate.init') target.firstSeq = seq
    if (target.endSeq !== null) drop(record)
    else if (target.at === null) target.at = record
    else target.behind.push(record)
    if (this.#endSeq % pruneEvery === 0) this.#prune()
  }

  /** Reuses the oldest record: garbage collection of 10,000 long-lived objects is expensive. */
  #blank(slot: number): Record {
    const record = this.#ring[slot]
    if (record === undefined) {
      const made = blankRecord()
      this.#ring[slot] = made
      return made
    }
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
    const tracked = trackedFrom(ref, this.#endSeq)
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
