import type { AnyActorRef } from 'xstate'

/** The clock of an actor system: timers, and the time that deadlines are compared with. */
export interface PanelClock {
  /** Milliseconds since the epoch. */
  now(): number
  setTimeout(callback: () => void, delayMs: number): unknown
  clearTimeout(id: unknown): void
}

/** The browser's own clock. */
export const browserClock: PanelClock = {
  now: () => Date.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (id) => {
    if (typeof id === 'number') clearTimeout(id)
  },
}

/** A clock that knows the server's time, too (LIVE-10): its own plus the difference that was measured, 0 until then. */
export interface ServerClock extends PanelClock {
  /** Milliseconds since the epoch. */
  serverNow(): number
  /**
   * An answer has come whose header `Date` says `serverTime` (ms since the epoch, NaN where it does not), `durationMs` after it
   * was asked for. What this leaves open does not change the difference: the header has whole seconds, and a call may be slow.
   */
  compare(serverTime: number, durationMs: number): void
}

/** The browser's clock beside the server's. */
export function createServerClock(clock = browserClock): ServerClock {
  let differenceMs = 0
  return {
    ...clock,
    serverNow: () => clock.now() + differenceMs,
    compare(serverTime, durationMs) {
      const least = serverTime - clock.now()
      if (!Number.isNaN(least)) differenceMs = Math.min(Math.max(differenceMs, least), least + durationMs + 1_000)
    },
  }
}

/** Milliseconds since the epoch on the clock that the whole system runs on, simulated in tests. */
export function now({ system }: Pick<AnyActorRef, 'system'>): number {
  const clock: object = system._clock
  return 'now' in clock && typeof clock.now === 'function' ? Number(clock.now()) : Date.now()
}

/** A timer above this many milliseconds fires at once: `setTimeout` keeps its delay in 31 bits. */
const longestDelayMs = 2 ** 31 - 1

/** Milliseconds from now to a deadline, as a delay that a timer can hold. */
export function delayUntil(deadline: number, from: number): number {
  return Math.min(Math.max(deadline - from, 0), longestDelayMs)
}
