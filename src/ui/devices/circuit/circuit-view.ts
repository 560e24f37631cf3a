import {
  type CircuitState,
  circuitStateOf,
  isIsolationOver,
  isOpenTimeoutOver,
  isTrialOverdue,
  retryAtOf,
} from '../../../machines/breaker/breaker-rules.ts'
import type { Isolation } from '../../../services/breaker/isolation-memory.ts'

/** Circuit of a device for the views; times in milliseconds since the epoch. */
export interface CircuitView {
  state: CircuitState
  failureCount: number
  lastFailureTime: number | null
  /** The same time on the server's clock, to compare it with times of the server (LIVE-10). */
  lastFailureServerTime: number | null
  trialStartedAt: number | null
  /** Code of the last failure (`timeout`, `status 504`), or null. */
  lastError: string | null
  /** Null if no person isolates the device. */
  isolation: Isolation | null
  /** Time of the last transition; null if there was none. */
  since: number | null
  /** Number of consecutive openings. */
  openings: number
  /** Since the last transition: milliseconds of the calls that lead to the next one, slow calls, ignored results. */
  durations: readonly number[]
  slow: number
  ignored: number
}

/** Circuit of a device without a breaker (CB-8). */
export const closedCircuit: CircuitView = {
  state: 'CLOSED',
  failureCount: 0,
  lastFailureTime: null,
  lastFailureServerTime: null,
  trialStartedAt: null,
  lastError: null,
  isolation: null,
  since: null,
  openings: 0,
  durations: [],
  slow: 0,
  ignored: 0,
}

/** Converts a breaker's snapshot (CB-8). `serverAheadMs`: the server's clock minus the panel's. */
export function circuitViewOf(
  breaker: { value: unknown; context: Omit<CircuitView, 'state' | 'lastFailureServerTime'> } | undefined,
  serverAheadMs: number,
): CircuitView {
  if (breaker === undefined) return closedCircuit
  const { lastFailureTime, failureCount, trialStartedAt, lastError, isolation } = breaker.context
  const { since, openings, durations, slow, ignored } = breaker.context
  return {
    state: circuitStateOf(breaker),
    failureCount,
    lastFailureTime,
    lastFailureServerTime: lastFailureTime === null ? null : lastFailureTime + serverAheadMs,
    trialStartedAt,
    lastError,
    isolation,
    since,
    openings,
    durations,
    slow,
    ignored,
  }
}

export function sameCircuit(before: CircuitView, after: CircuitView): boolean {
  return (
    before.state === after.state &&
    before.failureCount === after.failureCount &&
    before.lastFailureTime === after.lastFailureTime &&
    before.trialStartedAt === after.trialStartedAt &&
    before.lastError === after.lastError &&
    before.isolation === after.isolation &&
    before.since === after.since &&
    before.openings === after.openings &&
    before.durations === after.durations &&
    before.slow === after.slow &&
    before.ignored === after.ignored
  )
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
export function nextCallOf(circuit: CircuitView, now: number): NextCall {
  if (circuit.state === 'CLOSED') return { kind: 'allowed' }
  const until = retryAtOf({ value: circuit.state, context: circuit })
  if (circuit.state === 'OPEN')
    return until === null || isOpenTimeoutOver(circuit.lastFailureTime, now)
      ? { kind: 'due' }
      : { kind: 'refused', until }
  if (circuit.state === 'FORCED_OPEN')
    return until === null || isIsolationOver(circuit.isolation, now) ? { kind: 'due' } : { kind: 'isolated', until }
  if (until === null) return { kind: 'trial' }
  return isTrialOverdue(circuit.trialStartedAt, now) ? { kind: 'due' } : { kind: 'testing', until }
}
