import type { LastEvent } from '../../services/activity/events-api.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * The last event of each condominium. Times stand in one array by index and are changed in place: at 1,000 ids a
 * second a copy per message drops frames (ACT-5). Who changes the board raises `revision`, which views watch.
 */
export class ActivityBoard {
  /** Raised by one at each change. */
  revision = 0
  #indexes = new Map<string, number>()
  /** Milliseconds since the epoch on the server's clock; NaN where no time is known. */
  #times = new Float64Array(64).fill(Number.NaN)
  /** The server's text, for events without a time. */
  #texts: string[] = []

  #isLoaded = false

  /** Where the times of those stand that were counted last. */
  #counted: { ids: readonly { id: string }[]; known: number; indexes: readonly number[] } | undefined

  /** Takes the server's last events, none later than `now`; a newer time that is already known stays. */
  load(lastEvents: readonly LastEvent[], now: number): void {
    this.revision += 1
    this.#isLoaded = true
    const loaded = new Set<number>()
    for (const { condominiumId, text, at } of lastEvents) {
      const index = this.#indexOf(condominiumId)
      const known = this.#times[index] ?? Number.NaN
      const isMoreActive = !loaded.has(index) || !isActiveText(this.#texts[index] ?? '')
      if (at !== null) {
        const time = Math.min(at, now)
        this.#times[index] = Number.isNaN(known) ? time : Math.max(known, time)
      } else if (isMoreActive) this.#texts[index] = text
      loaded.add(index)
    }
  }

  /** Marks condominiums active at `now`: 'Agora' (ACT-3). */
  mark(condominiumIds: readonly string[], now: number): void {
    this.revision += 1
    for (const id of condominiumIds) {
      // Apart: a new id may put a longer array in the place of this one.
      const index = this.#indexOf(id)
      this.#times[index] = now
    }
  }

  /** 'Agora', 'há 1 minuto', …, the server's own text where it gave no time, or '' where nothing is known (ACT-4). */
  textOf(condominiumId: string, now: number): string {
    const index = this.#indexes.get(condominiumId)
    if (index === undefined) return ''
    const time = this.#times[index] ?? Number.NaN
    return Number.isNaN(time) ? (this.#texts[index] ?? '') : ageText(now - time)
  }

  /** Whether anything can be said: an event was seen, or the server has told of all of them. */
  isKnown(condominiumId: string): boolean {
    return this.#isLoaded || this.#indexes.has(condominiumId)
  }

  /** Whether the server has told of all last events, so that counts mean something. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Active: 'Agora', or a text with 'minuto' in it (ACT-2). */
  isActive(condominiumId: string, now: number): boolean {
    const index = this.#indexes.get(condominiumId)
    return index !== undefined && this.#isActiveAt(index, now)
  }

  /**
   * How many of these are active.
   * @param condominiums the same array while they are the same: it is asked at each message, and 10,000 are not looked up for each
   */
  activeCount(condominiums: readonly { id: string }[], now: number): number {
    if (this.#counted?.ids !== condominiums || this.#counted.known !== this.#indexes.size) {
      const indexes = condominiums.flatMap(({ id }) => this.#indexes.get(id) ?? [])
      this.#counted = { ids: condominiums, known: this.#indexes.size, indexes }
    }
    let count = 0
    for (const index of this.#counted.indexes) if (this.#isActiveAt(index, now)) count += 1
    return count
  }

  /** All that is known, as the server would tell it. */
  toLastEvents(): LastEvent[] {
    return [...this.#indexes].map(([condominiumId, index]) => {
      const time = this.#times[index] ?? Number.NaN
      return { condominiumId, text: this.#texts[index] ?? '', at: Number.isNaN(time) ? null : time }
    })
  }

  #isActiveAt(index: number, now: number): boolean {
    const time = this.#times[index] ?? Number.NaN
    return Number.isNaN(time) ? isActiveText(this.#texts[index] ?? '') : now - time < hourMs
  }

  #indexOf(condominiumId: string): number {
    const known = this.#indexes.get(condominiumId)
    if (known !== undefined) return known
    const index = this.#indexes.size
    this.#indexes.set(condominiumId, index)
    if (index === this.#times.length) {
      const grown = new Float64Array(index * 2).fill(Number.NaN)
      grown.set(this.#times)
      this.#times = grown
    }
    return index
  }
}

function isActiveText(text: string): boolean {
  return text.includes('minuto') || text === 'Agora'
}

/** How long ago, in words (ACT-4). */
export function ageText(ageMs: number): string {
  if (ageMs < minuteMs) return 'Agora'
  if (ageMs < hourMs) return counted(Math.floor(ageMs / minuteMs), 'minuto')
  if (ageMs < dayMs) return counted(Math.floor(ageMs / hourMs), 'hora')
  return counted(Math.floor(ageMs / dayMs), 'dia')
}

function counted(count: number, unit: string): string {
  return `há ${count} ${unit}${count === 1 ? '' : 's'}`
}
