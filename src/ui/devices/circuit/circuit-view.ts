import { shallowEqual } from '@xstate/react'
import { circuitStateOf } from '../../../../contract/devices/breaker-rules.ts'
import { nothingKnown } from '../../../machines/breaker/nothing-known.ts'
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
