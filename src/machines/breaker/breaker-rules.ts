import type { StoredBreaker } from '../../services/breaker/breaker-memory.ts'
import type { Isolation } from '../../services/breaker/isolation-memory.ts'

/** The circuit of a device (spec §9). */
export const breakerRules = {
  /** Consecutive failures that open it. */
  threshold: 5,
  /** How long after the last failure an open one refuses. */
  openTimeoutMs: 120_000,
  /** How long a trial keeps its place without a result (spec §9 "half-open constant"). */
  halfOpenTimeoutMs: 30_000,
  /** How long a person may isolate a device at most. */
  longestIsolationMs: 24 * 60 * 60_000,
  /** A call that takes as long is counted as a slow one, which moves nothing. */
  slowCallMs: 5_000,
} as const

/** The spec's own names (spec §4), and that of a circuit which a person holds open. */
export type CircuitState = StoredBreaker['state']

/** Whether an open circuit lets a trial through (CB-3). Times in milliseconds since the epoch. */
export function isOpenTimeoutOver(lastFailureTime: number | null, at: number): boolean {
  return !isWithin(lastFailureTime, at, breakerRules.openTimeoutMs)
}

/** Whether a trial has lost its place to the next call (CB-5). */
export function isTrialOverdue(trialStartedAt: number | null, at: number): boolean {
  return !isWithin(trialStartedAt, at, breakerRules.halfOpenTimeoutMs)
}

/** Whether a call took so long that it is told. */
export function isSlow(durationMs: number): boolean {
  return durationMs >= breakerRules.slowCallMs
}

/** Whether an isolation has met its end. */
export function isIsolationOver(isolation: Isolation | null, at: number): boolean {
  const { longestIsolationMs } = breakerRules
  return isolation === null || !isWithin(isolation.until - longestIsolationMs, at, longestIsolationMs)
}

/** A clock that was set back by more than the span must not lengthen it for hours. */
function isWithin(from: number | null, at: number, spanMs: number): boolean {
  return from !== null && at < from + spanMs && at > from - spanMs
}

interface Circuit {
  value: unknown
  context: Pick<StoredBreaker, 'lastFailureTime' | 'trialStartedAt' | 'isolation'>
}

/** When the next call is let through, in milliseconds since the epoch; null where every call is (CB-3, CB-5). */
export function retryAtOf({ value, context: { lastFailureTime, trialStartedAt, isolation } }: Circuit): number | null {
  if (value === 'FORCED_OPEN') return isolation?.until ?? null
  if (value === 'OPEN') return (lastFailureTime ?? 0) + breakerRules.openTimeoutMs
  if (value === 'CLOSED' || trialStartedAt === null) return null
  return trialStartedAt + breakerRules.halfOpenTimeoutMs
}

/** The spec's name of where a circuit stands. */
export function circuitStateOf({ value }: { value: unknown }): CircuitState {
  return value === 'CLOSED' || value === 'OPEN' || value === 'FORCED_OPEN' ? value : 'HALF_OPEN'
}

/** What a circuit holds that nothing is known against. */
export const nothingKnown: Omit<StoredBreaker, 'wordCode' | 'condominiumId' | 'state'> = {
  failureCount: 0,
  lastFailureTime: null,
  trialStartedAt: null,
  refused: 0,
  lastError: null,
  isolation: null,
  since: null,
  openings: 0,
  durations: [],
  slow: 0,
  ignored: 0,
}
