import type { ChartDescription } from '../charts/chart-description.ts'
import type { Life, RecordedActor, RecordedEvent, RecordedState, Recording } from './recording.ts'
import type { RecordingDocument } from './recording-schema.ts'

type StoredActor = RecordingDocument['actors'][number]
type StoredEvent = RecordingDocument['events'][number]

/** An imported recording; its actors no longer run. */
export class FileRecording implements Recording {
  readonly isLive = false
  readonly startedAt: number
  readonly seqs: readonly number[]
  readonly endSeq: number
  readonly #document: RecordingDocument
  readonly #actors: ReadonlyMap<string, StoredActor>
  readonly #charts: ReadonlyMap<string, ChartDescription>
  /** Index of each event, by its sequence number. */
  readonly #indexes: ReadonlyMap<number, number>
  /** For each actor: indexes of the events that reached it, oldest first. */
  readonly #reached: ReadonlyMap<string, readonly number[]>

  constructor(document: RecordingDocument) {
    this.#document = document
    this.startedAt = document.startedAt ?? document.events[0]?.at ?? 0
    this.seqs = document.events.map(({ seq }, index) => seq ?? document.firstSeq + index)
    this.endSeq = (this.seqs.at(-1) ?? document.firstSeq - 1) + 1
    this.#indexes = new Map(this.seqs.map((seq, index) => [seq, index]))
    this.#actors = new Map(document.actors.map((actor) => [actor.id, actor]))
    this.#charts = new Map(document.charts.map((chart) => [chart.id, chart]))
    this.#reached = Map.groupBy(document.events.keys(), (index) => document.events[index]?.targetId ?? '')
  }

  actorsAt(seq: number | null): readonly RecordedActor[] {
    const moment = seq ?? this.endSeq - 1
    return this.#document.actors
      .filter(({ firstSeq, endSeq }) => firstSeq <= moment && (endSeq ?? moment + 1) > moment)
      .map(recordedActor)
  }

  actors(): readonly RecordedActor[] {
    return this.#document.actors.map(recordedActor)
  }

  actor(id: string): RecordedActor | undefined {
    const stored = this.#actors.get(id)
    return stored && recordedActor(stored)
  }

  lifeOf(id: string): Life {
    const { firstSeq = 0, endSeq = null } = this.#actors.get(id) ?? {}
    return { firstSeq, endSeq }
  }

  event(seq: number): RecordedEvent | undefined {
    const stored = this.#stored(seq)
    if (stored === undefined) return undefined
    const { at, sourceId, targetId, type, outcome, moves } = stored
    return { seq, at, sourceId, targetId, type, outcome, moves }
  }

  payload(seq: number): unknown {
    return this.#stored(seq)?.payload
  }

  stateAt(actorId: string, seq: number | null): RecordedState | undefined {
    const index = this.#lastOf(actorId, seq, ({ state }) => state !== null)
    const at = index === undefined ? this.#actors.get(actorId)?.before : this.#document.events[index]?.state
    const state = at == null ? undefined : this.#document.states[at]
    return state && { ...state, context: state.context, output: state.output, error: state.error }
  }

  lastMove(actorId: string, seq: number | null): RecordedEvent | undefined {
    const index = this.#lastOf(actorId, seq, ({ moves }) => moves.length > 0)
    const found = index === undefined ? undefined : this.seqs[index]
    return found === undefined ? undefined : this.event(found)
  }

  chart(chartId: string): ChartDescription | undefined {
    return this.#charts.get(chartId)
  }

  #stored(seq: number): StoredEvent | undefined {
    const index = this.#indexes.get(seq)
    return index === undefined ? undefined : this.#document.events[index]
  }

  #lastOf(actorId: string, seq: number | null, isWanted: (event: StoredEvent) => boolean): number | undefined {
    const last = seq ?? Number.POSITIVE_INFINITY
    return this.#reached.get(actorId)?.findLast((index) => {
      const event = this.#document.events[index]
      return (this.seqs[index] ?? 0) <= last && event !== undefined && isWanted(event)
    })
  }
}

function recordedActor({ id, parentId, name, kind, chartId }: StoredActor): RecordedActor {
  return { id, parentId, name, kind, chartId }
}
