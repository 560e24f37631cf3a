import type { RecordedActor, RecordedEvent, Recording } from '../../../inspector/recording/recording.ts'

export interface EventFilter {
  /** In the event's type or the name of either actor. */
  text: string
  /** Sent or taken by this one; null for all. */
  actorId: string | null
}

/** The events that a filter lets through; what was looked at once is not looked at again while the recording grows. */
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

  /** Their numbers, oldest first. The same list as before where nothing has changed. */
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

/** A vertical line of the sequence: an actor with a chart; its services speak from it. */
export type Lifeline = RecordedActor

/** How many events decide who gets a lane, and how many lanes there are. */
const consideredEvents = 200
const mostLifelines = 6

/** The actors that the newest of these events concern most, in the order of their beginnings. */
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

/** The actor whose lane another one stands on. */
export function lifelineId(recording: Recording, id: string | null): string | null {
  const actor = id === null ? undefined : recording.actor(id)
  if (actor === undefined) return null
  return actor.kind === 'machine' ? actor.id : (actor.parentId ?? actor.id)
}
