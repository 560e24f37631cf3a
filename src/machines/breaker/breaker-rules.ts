import type { StoredBreaker } from '../../services/breaker/breaker-memory.ts'
import type { Isolation } from '../../services/breaker/isolation-memory.ts'

/** Rules for the circuit of a device (spec §9). */
export const breakerRules = {
  /** Consecutive failures that open a circuit. */
  threshold: 5,
  /** How long an open circuit refuses calls after the last failure. */
  openTimeoutMs: 120_000,
  /** How long a trial without a result keeps its slot (spec §9 "half-open constant"). */
  halfOpenTimeoutMs: 30_000,
  /** Longest isolation of a device by a person. */
  longestIsolationMs: 24 * 60 * 60_000,
  /** Duration from which a call counts as slow; slow calls cause no transition. */
  slowCallMs: 5_000,
} as const

/** The names of the spec (spec §4), and `FORCED_OPEN` for an isolated device. */
export type CircuitState = StoredBreaker['state']

/** Whether an open circuit allows a trial (CB-3). Times in milliseconds since the epoch. */
export function isOpenTimeoutOver(lastFailureTime: number | null, at: number): boolean {
  return !isWithin(lastFailureTime, at, breakerRules.openTimeoutMs)
}

/** Whether a trial has lost its slot to the next call (CB-5). */
export function isTrialOverdue(trialStartedAt: number | null, at: number): boolean {
  return !isWithin(trialStartedAt, at, breakerRules.halfOpenTimeoutMs)
}

/** Whether a call counts as slow. */
export function isSlow(durationMs: number): boolean {
  return durationMs >= breakerRules.slowCallMs
}

export function isIsolationOver(isolation: Isolation | null, at: number): boolean {
  const { longestIsolationMs } = breakerRules
  return isolation === null || !isWithin(isolation.until - longestIsolationMs, at, longestIsolationMs)
}

/** False also if the clock was set back by more than the span, so that the span is not extended by hours. */
function isWithin(from: number | null, at: number, spanMs: number): boolean {
  return from !== null && at < from + spanMs && at > from - spanMs
}

interface Circuit {
  value: unknown
  context: Pick<StoredBreaker, 'lastFailureTime' | 'trialStartedAt' | 'isolation'>
}

/** When the next call is allowed, in milliseconds since the epoch; null if calls are allowed now (CB-3, CB-5). */
export function retryAtOf({ value, context: { lastFailureTime, trialStartedAt, isolation } }: Circuit): number | null {
  if (value === 'FORCED_OPEN') return isolation?.until ?? null
  if (value === 'OPEN') return (lastFailureTime ?? 0) + breakerRules.openTimeoutMs
  if (value === 'CLOSED' || trialStartedAt === null) return null
  return trialStartedAt + breakerRules.halfOpenTimeoutMs
}

/** The spec's name of a circuit's state. */
export function circuitStateOf({ value }: { value: unknown }): CircuitState {
  return value === 'CLOSED' || value === 'OPEN' || value === 'FORCED_OPEN' ? value : 'HALF_OPEN'
}

/** The data of a circuit without known failures. */
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
