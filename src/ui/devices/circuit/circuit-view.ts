import {
  type CircuitState,
  circuitStateOf,
  isIsolationOver,
  isOpenTimeoutOver,
  isTrialOverdue,
  retryAtOf,
} from '../../../machines/breaker/breaker-rules.ts'
import type { Isolation } from '../../../services/breaker/isolation-memory.ts'

/** What views show of a device's circuit; times in milliseconds since the epoch. */
export interface CircuitView {
  state: CircuitState
  failureCount: number
  lastFailureTime: number | null
  /** The same on the server's clock, to be compared with what the server noted (LIVE-10). */
  lastFailureServerTime: number | null
  trialStartedAt: number | null
  /** Code of the last failure (`timeout`, `status 504`), or null. */
  lastError: string | null
  /** Who keeps the device from being called, why and until when; null where nobody does. */
  isolation: Isolation | null
  /** When it came to its state; null where it never moved. */
  since: number | null
  /** How often it has opened in a row. */
  openings: number
  /** Since its last move: milliseconds of the calls that lead to the next, slow calls, results that did not count. */
  durations: readonly number[]
  slow: number
  ignored: number
}

/** The circuit of a device that nothing is known against (CB-8). */
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

/** A breaker's snapshot as views see it; no breaker is a closed circuit (CB-8). The server's clock is ahead of the panel's. */
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
 * What the device's next call would meet: a closed circuit, a refusal until a time, or a person's, another's trial, or it is the trial, which
 * the panel makes now (`due`, LIVE-3) or whoever calls next.
 */
export type NextCall =
  | { kind: 'allowed' }
  | { kind: 'refused' | 'isolated' | 'testing'; until: number }
  | { kind: 'due' | 'trial' }

/** The rule of the breaker, asked without moving it (CB-3, CB-5). */
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
