import type { PanelClock } from '../../../src/machines/parts/clock.ts'

/** `setTimeout` stores its delay in 31 bits: a longer delay fires immediately. */
const longestDelayMs = 2 ** 31 - 1

interface Timer {
  deadline: number
  callback: () => void
}

/**
 * A simulated clock that steps: every timer fires at its own deadline and, as in a browser, in the order of arming.
 * XState's `SimulatedClock` jumps once and skips timers that are armed during the jump.
 */
export class StepClock implements PanelClock {
  #now: number
  #lastId = 0
  readonly #timers = new Map<unknown, Timer>()

  constructor(now: number) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  setTimeout(callback: () => void, delayMs: number): number {
    if (!(delayMs >= 0 && delayMs <= longestDelayMs)) throw new RangeError(`no timer can hold ${delayMs} ms`)
    this.#lastId += 1
    this.#timers.set(this.#lastId, { deadline: this.#now + delayMs, callback })
    return this.#lastId
  }

  clearTimeout(id: unknown): void {
    this.#timers.delete(id)
  }

  /** Advances the clock from deadline to deadline; `settle` runs after each timer. */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const end = this.#now + ms
    for (let next = this.#nextBy(end); next !== undefined; next = this.#nextBy(end)) {
      const [id, { deadline, callback }] = next
      this.#timers.delete(id)
      this.#now = Math.max(this.#now, deadline)
      callback()
      await settle()
    }
    this.#now = end
  }

  /** Simulates a sleeping computer: the time advances and the timers do not, as in most browsers. */
  sleep(ms: number): void {
    this.#now += ms
    for (const timer of this.#timers.values()) timer.deadline += ms
  }

  #nextBy(end: number): [unknown, Timer] | undefined {
    let first: [unknown, Timer] | undefined
    for (const [id, timer] of this.#timers)
      if (timer.deadline <= end && (first === undefined || timer.deadline < first[1].deadline)) first = [id, timer]
    return first
  }
}
