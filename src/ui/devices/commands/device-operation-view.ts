import type { SnapshotFrom } from 'xstate'
import type { DeviceCallError } from '../../../machines/devices/calls/device-errors.ts'
import type { deviceOperationMachine } from '../../../machines/devices/device-operation.machine.ts'
import type { DeviceOperation } from '../../../machines/devices/device-operation-protocol.ts'

export interface OperationView {
  kind: DeviceOperation['kind']
  /** For 'activate': the requested state. */
  active: boolean
  /** Whether it undoes an earlier operation. */
  undoes: boolean
  operation: DeviceOperation
  phase: 'running' | 'waiting' | 'succeeded' | 'refused' | 'rejected' | 'failed' | 'cancelled'
  attempts: number
  of: number
  /** Milliseconds since the epoch; null during an attempt. */
  nextAttemptAt: number | null
  error: Error | DeviceCallError | null
}

export function operationViewOf(snapshot: SnapshotFrom<typeof deviceOperationMachine>): OperationView {
  const { operation, attempts, of, nextAttemptAt, error } = snapshot.context
  const active = operation.kind === 'activate' && operation.active
  const undoes = operation.kind === 'activate' && operation.undoes
  const phase = phaseOf(snapshot)
  return { kind: operation.kind, active, undoes, operation, phase, attempts, of, nextAttemptAt, error }
}

function phaseOf(snapshot: SnapshotFrom<typeof deviceOperationMachine>): OperationView['phase'] {
  if (snapshot.matches({ running: 'waiting' })) return 'waiting'
  if (snapshot.matches('running')) return 'running'
  const ends = ['succeeded', 'refused', 'rejected', 'cancelled'] as const
  return ends.find((end) => snapshot.matches(end)) ?? 'failed'
}

export function isUnderWay(operation: OperationView | null): boolean {
  return operation?.phase === 'running' || operation?.phase === 'waiting'
}
