/** A random delay in ms, so that panels waiting for the same event do not all act together (LIVE-2). */
export function delayBetween(leastMs: number, mostMs: number): number {
  return Math.round(leastMs + (mostMs - leastMs) * Math.random())
}
