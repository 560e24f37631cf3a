import type { RecordedActor, RecordedEvent, Recording } from '../../../inspector/recording/recording.ts'

export interface EventFilter {
  /** Text in the event's type or in the name of its source or target. */
  text: string
  /** Source or target of the event; null for all. */
  actorId: string | null
}

/** Filters recorded events incrementally: each event is tested only once while the recording grows. */
export class FilteredEvents {
  readonly recording: Recording
  readonly filter: EventFilter
  readonly #text: string
  readonly #seqs: number[] = []
  #nextSeq = 0

  constructor(recording: Recording, filter: EventFilter) {
    this.recording = recording
    this.filter = filter
    this.#text = filter.text.trim().toLowerCase()
  }

  /** Numbers of the events, oldest first. Always the same array, changed in place. */
  seqs(): readonly number[] {
    const { firstSeq, endSeq } = this.recording
    const given = this.#seqs.findIndex((seq) => seq >= firstSeq)
    if (given !== 0) this.#seqs.splice(0, given === -1 ? this.#seqs.length : given)
    for (let seq = Math.max(this.#nextSeq, firstSeq); seq < endSeq; seq += 1) {
      const event = this.recording.event(seq)
      if (event !== undefined && this.#lets(event)) this.#seqs.push(seq)
    }
    this.#nextSeq = endSeq
    return this.#seqs
  }

  #lets({ type, sourceId, targetId }: RecordedEvent): boolean {
    const { actorId } = this.filter
    if (actorId !== null && sourceId !== actorId && targetId !== actorId) return false
    if (this.#text === '') return true
    const names = [sourceId, targetId].map((id) => (id === null ? '' : (this.recording.actor(id)?.name ?? '')))
    return [type, ...names].some((name) => name.toLowerCase().includes(this.#text))
  }
}

/** Vertical line in the sequence: an actor with a chart, and its services. */
export type Lifeline = RecordedActor

/** Number of newest events that choose the lifelines, and maximum number of lifelines. */
const consideredEvents = 200
const mostLifelines = 6

/** Actors with the most of the newest events, in the order of their start. */
export function lifelinesOf(recording: Recording, seqs: readonly number[]): readonly Lifeline[] {
  const counts = new Map<string, number>()
  for (const seq of seqs.slice(-consideredEvents)) {
    const { sourceId = null, targetId = null } = recording.event(seq) ?? {}
    for (const id of new Set([lifelineId(recording, sourceId), lifelineId(recording, targetId)]))
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const chosen = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, mostLifelines)
  return chosen
    .flatMap(([id]) => recording.actor(id) ?? [])
    .toSorted((one, other) => recording.lifeOf(one.id).firstSeq - recording.lifeOf(other.id).firstSeq)
}

/** Id of the actor that owns the lifeline; a service belongs to its parent. */
export function lifelineId(recording: Recording, id: string | null): string | null {
  const actor = id === null ? undefined : recording.actor(id)
  if (actor === undefined) return null
  return actor.kind === 'machine' ? actor.id : (actor.parentId ?? actor.id)
}
