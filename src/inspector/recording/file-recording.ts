import type { ChartDescription } from '../charts/chart-description.ts'
import type { Life, RecordedActor, RecordedEvent, RecordedState, Recording } from './recording.ts'
import type { RecordingDocument } from './recording-schema.ts'

type StoredActor = RecordingDocument['actors'][number]
type StoredEvent = RecordingDocument['events'][number]

/** A recording that was exported; nothing in it lives. */
export class FileRecording implements Recording {
  readonly isLive = false
  readonly firstSeq: number
  readonly endSeq: number
  readonly #document: RecordingDocument
  readonly #actors: ReadonlyMap<string, StoredActor>
  readonly #charts: ReadonlyMap<string, ChartDescription>
  /** Places among the events of those that reached an actor, oldest first. */
  readonly #reached: ReadonlyMap<string, readonly number[]>

  constructor(document: RecordingDocument) {
    this.#document = document
    this.firstSeq = document.firstSeq
    this.endSeq = document.firstSeq + document.events.length
    this.#actors = new Map(document.actors.map((actor) => [actor.id, actor]))
    this.#charts = new Map(document.charts.map((chart) => [chart.id, chart]))
    this.#reached = Map.groupBy(document.events.keys(), (place) => document.events[place]?.targetId ?? '')
  }

  actorsAt(seq: number | null): readonly RecordedActor[] {
    const moment = seq ?? this.endSeq - 1
    return this.#document.actors
      .filter(({ firstSeq, endSeq }) => firstSeq <= moment && (endSeq ?? moment + 1) > moment)
      .map(recordedActor)
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
    const stored = this.#document.events[seq - this.firstSeq]
    if (stored === undefined) return undefined
    const { at, sourceId, targetId, type, outcome, moves } = stored
    return { seq, at, sourceId, targetId, type, outcome, moves }
  }

  payload(seq: number): unknown {
    return this.#document.events[seq - this.firstSeq]?.payload
  }

  stateAt(actorId: string, seq: number | null): RecordedState | undefined {
    const place = this.#lastOf(actorId, seq, ({ state }) => state !== null)
    const at = place === undefined ? this.#actors.get(actorId)?.before : this.#document.events[place]?.state
    const state = at == null ? undefined : this.#document.states[at]
    return state && { ...state, context: state.context, output: state.output, error: state.error }
  }

  lastMove(actorId: string, seq: number | null): RecordedEvent | undefined {
    const place = this.#lastOf(actorId, seq, ({ moves }) => moves.length > 0)
    return place === undefined ? undefined : this.event(this.firstSeq + place)
  }

  chart(chartId: string): ChartDescription | undefined {
    return this.#charts.get(chartId)
  }

  #lastOf(actorId: string, seq: number | null, isWanted: (event: StoredEvent) => boolean): number | undefined {
    const last = seq === null ? Number.POSITIVE_INFINITY : seq - this.firstSeq
    return this.#reached.get(actorId)?.findLast((place) => {
      const event = this.#document.events[place]
      return place <= last && event !== undefined && isWanted(event)
    })
  }
}

function recordedActor({ id, parentId, name, kind, chartId }: StoredActor): RecordedActor {
  return { id, parentId, name, kind, chartId }
}
