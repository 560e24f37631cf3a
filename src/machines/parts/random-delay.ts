/**
 * A random delay in ms, a new one for each call, so that panels waiting for the same event do not all act at the same
 * moment (LIVE-2).
 */
export function delayBetween(leastMs: number, mostMs: number): number {
  return Math.round(leastMs + (mostMs - leastMs) * Math.random())
}
