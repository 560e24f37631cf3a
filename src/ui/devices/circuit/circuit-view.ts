import { shallowEqual } from '@xstate/react'
import {
  circuitStateOf,
  isIsolationOver,
  isOpenTimeoutOver,
  isTrialOverdue,
  nothingKnown,
  retryAtOf,
} from '../../../machines/breaker/breaker-rules.ts'
import type { StoredBreaker } from '../../../services/breaker/breaker-memory.ts'

/** Circuit of a device for the views; times in milliseconds since the epoch. */
export interface CircuitView extends Omit<StoredBreaker, 'wordCode' | 'condominiumId' | 'refused'> {
  /** `lastFailureTime` on the server's clock, to compare it with times of the server (LIVE-10). */
  lastFailureServerTime: number | null
}

const { refused: _, ...noFailures } = nothingKnown

/** Circuit of a device without a breaker (CB-8). */
export const closedCircuit: CircuitView = { ...noFailures, state: 'CLOSED', lastFailureServerTime: null }

/** Converts a breaker's snapshot (CB-8). `serverAheadMs`: the server's clock minus the panel's. */
export function circuitViewOf(
  breaker: { value: unknown; context: Omit<StoredBreaker, 'state'> & { circuitEpoch: number } } | undefined,
  serverAheadMs: number,
): CircuitView {
  if (breaker === undefined) return closedCircuit
  const { refused: _, circuitEpoch: __, ...known } = breaker.context
  const lastFailureServerTime = known.lastFailureTime === null ? null : known.lastFailureTime + serverAheadMs
  return { ...known, state: circuitStateOf(breaker), lastFailureServerTime }
}

/** Ignores `lastFailureServerTime`, which moves with the clocks. */
export function sameCircuit(before: CircuitView, after: CircuitView): boolean {
  return shallowEqual(before, { ...after, lastFailureServerTime: before.lastFailureServerTime })
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
