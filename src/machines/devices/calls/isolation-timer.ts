import type { AnyActorRef } from 'xstate'
import { now } from '../../parts/clock.ts'

/** Longest delay before the next check whether an isolation has ended: timers stop while the computer sleeps. */
export const isolationLookMs = 60_000

/** Calls a function at the end of the next isolation, by the clock of the actor `parent`. */
export class IsolationTimer {
  readonly #parent: AnyActorRef
  readonly #check: () => void
  #timer: unknown

  /** @param check ends expired isolations, and awaits the next end */
  constructor(parent: AnyActorRef, check: () => void) {
    this.#parent = parent
    this.#check = check
  }

  /** Calls `check` at the first of the times `ends`, and at the latest after `isolationLookMs`; never without a time. */
  awaitFirst(ends: readonly number[]): void {
    this.stop()
    if (ends.length === 0) return
    const leftMs = Math.min(...ends) - now(this.#parent)
    this.#timer = this.#parent.system._clock.setTimeout(this.#check, Math.max(Math.min(leftMs, isolationLookMs), 0))
  }

  stop(): void {
    this.#parent.system._clock.clearTimeout(this.#timer)
  }
}
