import type { Life, RecordedActor, RecordedState, Recording } from '../../../src/inspector/recording/recording.ts'

interface Part {
  name: string
  chartId: string | null
  lives: boolean
  /** Sequence numbers of its first event and of its end; null for an actor that lives at each moment. */
  life: readonly [number, number] | null
}

interface Begun {
  name?: string
  chartId?: string | null
  life?: readonly [number, number] | null
}

/** A recording of a few actors that the test starts and ends; of its events only the numbers exist. */
export class StandInRecording implements Recording {
  readonly name: string
  readonly isLive: boolean
  readonly startedAt = 0
  firstSeq: number
  endSeq: number
  readonly #parts = new Map<string, Part>()

  constructor(name: string, isLive: boolean, [first, last]: readonly [number, number]) {
    this.name = name
    this.isLive = isLive
    this.firstSeq = first
    this.endSeq = last + 1
  }

  /** Sets the first and last stored event. */
  keep([first, last]: readonly [number, number]): void {
    this.firstSeq = first
    this.endSeq = last + 1
  }

  begin(id: string, { name = id, chartId = null, life = null }: Begun = {}): this {
    this.#parts.set(id, { name, chartId, lives: true, life })
    return this
  }

  end(id: string): void {
    const part = this.#parts.get(id)
    if (part !== undefined) part.lives = false
  }

  get seqs(): readonly number[] {
    return Array.from({ length: this.endSeq - this.firstSeq }, (_, at) => this.firstSeq + at)
  }

  actors(): readonly RecordedActor[] {
    return [...this.#parts.keys()].flatMap((id) => this.actor(id) ?? [])
  }

  actorsAt(seq: number | null): readonly RecordedActor[] {
    return [...this.#parts].flatMap(([id, { lives, life }]) => {
      const livesThen = seq === null || life === null ? lives : life[0] <= seq && seq < life[1]
      return livesThen ? (this.actor(id) ?? []) : []
    })
  }

  actor(id: string): RecordedActor | undefined {
    const part = this.#parts.get(id)
    if (part === undefined) return undefined
    const { name, chartId } = part
    return { id, parentId: null, name, kind: chartId === null ? 'service' : 'machine', chartId }
  }

  stateAt(id: string): RecordedState | undefined {
    const part = this.#parts.get(id)
    const status = part?.lives ? 'active' : 'stopped'
    return part && { status, value: null, tags: [], context: undefined, output: undefined, error: undefined }
  }

  lifeOf(id: string): Life {
    const [firstSeq, endSeq] = this.#parts.get(id)?.life ?? [0, null]
    return { firstSeq, endSeq }
  }

  event(): undefined {}
  payload(): undefined {}
  lastMove(): undefined {}
  chart(): undefined {}
}
