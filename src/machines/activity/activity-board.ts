import { ageText } from '../../../contract/texts/time-texts.ts'
import type { LastEvent } from '../../services/activity/events-api.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * The last event of each condominium. The times are in one array by index and changed in place, because at 1,000 ids a
 * second a copy per message drops frames (ACT-5). Each change increases `revision`, which views watch.
 */
export class ActivityBoard {
  revision = 0
  #indexes = new Map<string, number>()
  /** Milliseconds since the epoch on the server's clock; NaN for an unknown time. */
  #times = new Float64Array(64).fill(Number.NaN)
  /** The server's text for events without a time. */
  #texts: string[] = []

  #isLoaded = false

  /** The indexes used by the last `activeCount`. */
  #counted: { ids: readonly { id: string }[]; known: number; indexes: readonly number[] } | undefined

  /** Takes the server's last events, with times no later than `now`; a newer known time stays. */
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

  /** Marks condominiums as active at `now`: 'Agora' (ACT-3). */
  mark(condominiumIds: readonly string[], now: number): void {
    this.revision += 1
    for (const id of condominiumIds) {
      // Not in one statement: `#indexOf` may replace `#times` with a longer array.
      const index = this.#indexOf(id)
      this.#times[index] = now
    }
  }

  /** 'Agora', 'há 1 minuto', …; the server's own text if it gave no time; '' if nothing is known (ACT-4). */
  textOf(condominiumId: string, now: number): string {
    const index = this.#indexes.get(condominiumId)
    if (index === undefined) return ''
    const time = this.#times[index] ?? Number.NaN
    return Number.isNaN(time) ? (this.#texts[index] ?? '') : ageText(now - time)
  }

  /** Whether the activity is known: an event arrived, or the server's last events were loaded. */
  isKnown(condominiumId: string): boolean {
    return this.#isLoaded || this.#indexes.has(condominiumId)
  }

  /** Whether the server's last events were loaded, so that counts are meaningful. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Whether the text is 'Agora' or contains 'minuto' (ACT-2). */
  isActive(condominiumId: string, now: number): boolean {
    const index = this.#indexes.get(condominiumId)
    return index !== undefined && this.#isActiveAt(index, now)
  }

  /**
   * Number of active condominiums.
   * @param condominiums the same array while the condominiums are the same: the method runs at each message and must
   * not look up 10,000 ids each time
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

  /** All known events in the format of the server. */
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
