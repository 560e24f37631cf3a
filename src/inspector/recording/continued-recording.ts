import type { Life, RecordedActor, RecordedEvent, RecordedState, Recording } from './recording.ts'

/** Joins the recording of a tab before a reload (`earlier`) and the recording after the reload (`live`). */
export class ContinuedRecording implements Recording {
  readonly isLive = true
  readonly #earlier: Recording
  readonly #live: Recording
  #liveSeqs: readonly number[] = []
  #seqs: readonly number[]

  /** @param live its sequence numbers and its ids differ from those of `earlier` */
  constructor(earlier: Recording, live: Recording) {
    this.#earlier = earlier
    this.#live = live
    this.#seqs = earlier.seqs
  }

  get startedAt(): number {
    return this.#earlier.startedAt
  }

  get seqs(): readonly number[] {
    const { seqs } = this.#live
    if (seqs !== this.#liveSeqs) {
      this.#liveSeqs = seqs
      this.#seqs = [...this.#earlier.seqs, ...seqs]
    }
    return this.#seqs
  }

  get endSeq(): number {
    return this.#live.endSeq
  }

  actorsAt(seq: number | null): readonly RecordedActor[] {
    return (this.#isEarlier(seq) ? this.#earlier : this.#live).actorsAt(seq)
  }

  actors(): readonly RecordedActor[] {
    return [...this.#earlier.actors(), ...this.#live.actors()]
  }

  actor(id: string): RecordedActor | undefined {
    return this.#live.actor(id) ?? this.#earlier.actor(id)
  }

  lifeOf(id: string): Life {
    if (this.#live.actor(id) !== undefined) return this.#live.lifeOf(id)
    const { firstSeq, endSeq } = this.#earlier.lifeOf(id)
    return { firstSeq, endSeq: endSeq ?? this.#earlier.endSeq }
  }

  event(seq: number): RecordedEvent | undefined {
    return this.#live.event(seq) ?? this.#earlier.event(seq)
  }

  payload(seq: number): unknown {
    return (this.#isEarlier(seq) ? this.#earlier : this.#live).payload(seq)
  }

  stateAt(actorId: string, seq: number | null): RecordedState | undefined {
    if (this.#live.actor(actorId) !== undefined) return this.#live.stateAt(actorId, seq)
    const state = this.#earlier.stateAt(actorId, seq)
    // The reload ended the actors that ran before.
    return state?.status === 'active' && !this.#isEarlier(seq) ? { ...state, status: 'stopped' } : state
  }

  lastMove(actorId: string, seq: number | null): RecordedEvent | undefined {
    return this.#live.lastMove(actorId, seq) ?? this.#earlier.lastMove(actorId, seq)
  }

  chart(chartId: string): ReturnType<Recording['chart']> {
    return this.#live.chart(chartId) ?? this.#earlier.chart(chartId)
  }

  #isEarlier(seq: number | null): boolean {
    return seq !== null && seq < this.#earlier.endSeq
  }
}
