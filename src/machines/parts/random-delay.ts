/** A delay drawn anew each time it is asked for, so that panels that wait for the same thing do not all stop waiting at once (LIVE-2); all in ms. */
export function delayBetween(leastMs: number, mostMs: number): number {
  return Math.round(leastMs + (mostMs - leastMs) * Math.random())
}
