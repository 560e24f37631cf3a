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
