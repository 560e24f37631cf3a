import { searchable } from '../../../../contract/texts/searchable.ts'
import type { EventFilter } from '../../../inspector/recording/event-filter.ts'
import { payloadContains } from '../../../inspector/recording/payload-search.ts'
import {
  actorKind,
  type RecordedActor,
  type RecordedEvent,
  type Recording,
} from '../../../inspector/recording/recording.ts'
import { haveSamePlace, indexOfSeq } from '../../../machines/inspector/inspector-moment.ts'
import { eventText } from '../chart/state-text.ts'

export interface ListedEvents extends Omit<EventFilter, 'isOnlyActor'> {
  /** Source or target of the event, also if it was created again; null for all. */
  actorId: string | null
  /** Kinds of events that are not listed (`eventKind`). */
  ignored: readonly string[]
}

/** Filters recorded events incrementally: each event is tested only once while the recording grows. */
export class FilteredEvents {
  readonly recording: Recording
  readonly filter: ListedEvents
  readonly #text: string
  readonly #device: string
  readonly #ignored: ReadonlySet<string>
  #seqs: number[] = []
  /** Events in a queue, which have no result yet. */
  #waiting: number[] = []
  #tested = -1
  /** The numbers of the recording at the last comparison. A changed recording has a new array. */
  #seen: readonly number[] = []

  constructor(recording: Recording, filter: ListedEvents) {
    this.recording = recording
    this.filter = filter
    this.#text = searchable(filter.text)
    this.#device = searchable(filter.device)
    this.#ignored = new Set(filter.ignored)
  }

  /** Numbers of the listed events, oldest first. Returns the same array until the recording changes. */
  seqs(): readonly number[] {
    const { seqs } = this.recording
    if (seqs === this.#seen) return this.#seqs
    this.#seen = seqs
    const kept = this.#seqs.filter((seq) => isKept(seqs, seq))
    const later = [...this.#waiting, ...seqs.slice(indexOfSeq(seqs, this.#tested) + 1)]
    this.#waiting = []
    for (const seq of later) if (this.#lets(seq)) kept.push(seq)
    this.#tested = Math.max(this.#tested, seqs.at(-1) ?? -1)
    this.#seqs = kept.toSorted((one, other) => one - other)
    return this.#seqs
  }

  #lets(seq: number): boolean {
    const event = this.recording.event(seq)
    if (event === undefined) return false
    const { actorId, outcome, from, to } = this.filter
    const { type, sourceId, targetId, at } = event
    if (actorId !== null && !this.#concerns(actorId, sourceId) && !this.#concerns(actorId, targetId)) return false
    if ((from !== null && at < from) || (to !== null && at > to)) return false
    if (this.#ignored.size > 0 && this.#ignored.has(eventKind(this.recording, event))) return false
    const source = sourceId === null ? undefined : this.recording.actor(sourceId)
    const target = this.recording.actor(targetId)
    const chart = target?.chartId == null ? undefined : this.recording.chart(target.chartId)
    const names = [source?.name ?? '', target?.name ?? '']
    if (!this.#has(seq, this.#device, names) || !this.#has(seq, this.#text, [type, eventText(type, chart), ...names]))
      return false
    if (outcome !== null && event.outcome === 'waiting') this.#waiting.push(seq)
    return outcome === null || event.outcome === outcome
  }

  #concerns(actorId: string, id: string | null): boolean {
    const [wanted, actor] = [this.recording.actor(actorId), id === null ? undefined : this.recording.actor(id)]
    return wanted !== undefined && actor !== undefined && haveSamePlace(this.recording, wanted, actor)
  }

  #has(seq: number, text: string, names: readonly string[]): boolean {
    if (text === '' || names.some((name) => searchable(name).includes(text))) return true
    return payloadContains(this.recording.payload(seq), text)
  }
}

function isKept(seqs: readonly number[], seq: number): boolean {
  return seqs[indexOfSeq(seqs, seq)] === seq
}

/** The event's type and the kind of its receiver (`breaker call.failed`), as in the list of ignored events. */
export function eventKind(recording: Recording, { type, targetId }: Pick<RecordedEvent, 'type' | 'targetId'>): string {
  return `${actorKind(recording.actor(targetId)?.name ?? '')} ${type}`
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
