/** Earliest time after `beforeunload`, or after a cut call, at which an answer proves that the page stays open. */
export const leavingMs = 2_000

/** How long a service is not called unreachable after `beforeunload`: the page may stay, and the service be away. */
const heldMs = 10_000

/** Whether the page may be about to end: the browser cuts calls then, so a call without an answer proves nothing (LIVE-4). */
export class PageLeaving {
  readonly #now: () => number
  /** When the page began to unload; null if it stays. Here and below in milliseconds since the epoch. */
  #beganAt: number | null = null
  /** When the page began to unload, or a call was cut after that. */
  #cutAt = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** True until an answer proves that the page stays open, or the page turns. */
  get isLeaving(): boolean {
    return this.#beganAt !== null
  }

  /** True while the page may still be cutting calls: a service that does not answer is not called unreachable. */
  get isCutting(): boolean {
    return this.#beganAt !== null && Math.abs(this.#now() - this.#beganAt) < heldMs
  }

  /** `beforeunload`: the page may end, or stay. */
  begin(): void {
    this.#beganAt = this.#now()
    this.#cutAt = this.#beganAt
  }

  /** The page ends, or returns from the back/forward cache. */
  turn(): void {
    this.#beganAt = null
  }

  /** A call had no answer. */
  cut(): void {
    this.#cutAt = this.#now()
  }

  /** A service answered. Returns whether this proves that a leaving page stays open. */
  answered(): boolean {
    if (!this.isLeaving || Math.abs(this.#now() - this.#cutAt) < leavingMs) return false
    this.turn()
    return true
  }
}
