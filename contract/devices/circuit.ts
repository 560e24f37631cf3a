import type { CircuitTimes } from './breaker-rules.ts'

/** The circuit of a device in one panel. Times in milliseconds since the epoch, on the panel's clock. */
export interface Circuit extends CircuitTimes {
  failureCount: number
  /** Code of the last failure (`timeout`, `status 502 refused`), or null. */
  lastError: string | null
  /** `lastFailureTime` on the server's clock, to compare it with times of the server (LIVE-10). */
  lastFailureServerTime: number | null
  isolation: { until: number; by: string; reason: string } | null
}
