import type { AnyActorRef } from 'xstate'

/** The clock of an actor system: timers, and the current time for deadlines. */
export interface PanelClock {
  /** Milliseconds since the epoch. */
  now(): number
  setTimeout(callback: () => void, delayMs: number): unknown
  clearTimeout(id: unknown): void
}

/** The clock of the browser. */
export const browserClock: PanelClock = {
  now: () => Date.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (id) => {
    if (typeof id === 'number') clearTimeout(id)
  },
}

/** A clock that also knows the server's time (LIVE-10): its own time plus the measured difference, first 0. */
export interface ServerClock extends PanelClock {
  /** Milliseconds since the epoch. */
  serverNow(): number
  /**
   * Takes the `Date` header of an answer as `serverTime` (ms since the epoch, NaN if missing) and the duration of the
   * call. The difference changes only beyond the uncertainty: whole seconds in the header, and a slow call.
   */
  compare(serverTime: number, durationMs: number): void
}

/** Creates a clock of the browser's time and the server's time. */
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

/** Milliseconds since the epoch on the clock of the actor system, which tests simulate. */
export function now({ system }: Pick<AnyActorRef, 'system'>): number {
  const clock: object = system._clock
  return 'now' in clock && typeof clock.now === 'function' ? Number(clock.now()) : Date.now()
}

/** Longest delay of a timer in milliseconds: `setTimeout` keeps its delay in 31 bits and fires immediately above. */
const longestDelayMs = 2 ** 31 - 1

/** Milliseconds from `from` to a deadline, limited to the longest delay of a timer. */
export function delayUntil(deadline: number, from: number): number {
  return Math.min(Math.max(deadline - from, 0), longestDelayMs)
}
