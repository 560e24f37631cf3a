/** Rules for the circuit of a device, of the panel's breaker and of the server's record (spec §9). */
export const breakerRules = {
  /** Consecutive failures that open a circuit. */
  threshold: 5,
  /** How long an open circuit refuses calls after the last failure. */
  openTimeoutMs: 120_000,
  /** How long a trial that has not ended keeps its slot, if another call is asked for (spec §9 "half-open constant"). */
  halfOpenTimeoutMs: 30_000,
  /** Longest isolation of a device by a person. */
  longestIsolationMs: 24 * 60 * 60_000,
  /** Duration from which a call counts as slow; slow calls cause no transition. */
  slowCallMs: 5_000,
} as const

/** The names of the spec (spec §4), and `FORCED_OPEN` for an isolated device. */
export const circuitStates = ['CLOSED', 'OPEN', 'HALF_OPEN', 'FORCED_OPEN'] as const

export type CircuitState = (typeof circuitStates)[number]

/** The spec's name of a circuit's state, from a snapshot of the chart. */
export function circuitStateOf({ value }: { value: unknown }): CircuitState {
  return value === 'CLOSED' || value === 'OPEN' || value === 'FORCED_OPEN' ? value : 'HALF_OPEN'
}

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

export function isIsolationOver(isolation: { until: number } | null, at: number): boolean {
  const { longestIsolationMs } = breakerRules
  return isolation === null || !isWithin(isolation.until - longestIsolationMs, at, longestIsolationMs)
}

/** False also if the clock was set back by more than the span, so that the span is not extended by hours. */
function isWithin(from: number | null, at: number, spanMs: number): boolean {
  return from !== null && at < from + spanMs && at > from - spanMs
}

/** The times that decide the next call; in milliseconds since the epoch. */
export interface CircuitTimes {
  state: CircuitState
  lastFailureTime: number | null
  trialStartedAt: number | null
  isolation: { until: number } | null
}

/** When the next call is allowed, in milliseconds since the epoch; null if calls are allowed now (CB-3, CB-5). */
export function retryAtOf({ state, lastFailureTime, trialStartedAt, isolation }: CircuitTimes): number | null {
  if (state === 'FORCED_OPEN') return isolation?.until ?? null
  if (state === 'OPEN') return (lastFailureTime ?? 0) + breakerRules.openTimeoutMs
  if (state === 'CLOSED' || trialStartedAt === null) return null
  return trialStartedAt + breakerRules.halfOpenTimeoutMs
}

/**
 * Rule for the next call: allowed, refused until a time, isolated by a person, blocked by a running trial, or a trial
 * itself: `due` is made by the panel now (LIVE-3), `trial` by the next caller.
 */
export type NextCall =
  | { kind: 'allowed' }
  | { kind: 'refused' | 'isolated' | 'testing'; until: number }
  | { kind: 'due' | 'trial' }

/** Applies the breaker's rule without changing its state (CB-3, CB-5). */
export function nextCallOf(circuit: CircuitTimes, now: number): NextCall {
  const { state } = circuit
  if (state === 'CLOSED') return { kind: 'allowed' }
  const until = retryAtOf(circuit)
  if (state === 'OPEN')
    return until === null || isOpenTimeoutOver(circuit.lastFailureTime, now)
      ? { kind: 'due' }
      : { kind: 'refused', until }
  if (state === 'FORCED_OPEN')
    return until === null || isIsolationOver(circuit.isolation, now) ? { kind: 'due' } : { kind: 'isolated', until }
  if (until === null) return { kind: 'trial' }
  return isTrialOverdue(circuit.trialStartedAt, now) ? { kind: 'due' } : { kind: 'testing', until }
}
