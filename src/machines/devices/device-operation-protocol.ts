import type { AuditOutcome } from '../../../contract/wire/answers/audit.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceCalls } from './calls/device-calls.ts'
import type { DeviceTarget } from './calls/device-errors.ts'

/** What a person may change of a device; its wordCode and its condominium stay. */
export type DeviceFields = Pick<Device, 'name' | 'model' | 'ip' | 'port'>

/** One thing that a person does with a device. */
export type DeviceOperation =
  /** One call to the device itself, through breaker and retry (A11Y-3 'Testar dispositivo'). */
  | { kind: 'test'; target: DeviceTarget }
  /** `reason` is '' where none was given. */
  | { kind: 'restart'; target: DeviceTarget; reason: string }
  /** Or deactivates. `undoes`: it takes back the opposite, which was done just before. */
  | { kind: 'activate'; target: DeviceTarget; active: boolean; reason: string; undoes: boolean }
  | { kind: 'create'; target: DeviceTarget; fields: DeviceFields }
  | { kind: 'edit'; target: DeviceTarget; fields: DeviceFields; active: boolean }
  /** The server's side of a manual reset; the circuit here is already closed (CB-6). */
  | { kind: 'reset'; target: DeviceTarget; reason: string }

export type OperationEvent =
  | { type: 'attempt.ends'; durationMs: number }
  | { type: 'attempt.begins'; attempts: number; of: number }
  /** The last attempt failed; the next one is made at a time, in milliseconds since the epoch. */
  | { type: 'attempt.waits'; attempts: number; of: number; nextAttemptAt: number }
  /** `device` as the service answered it. */
  | { type: 'operation.succeeds'; device: Device }
  /** It succeeded, and nothing is known that was not. */
  | { type: 'operation.ends' }
  | { type: 'operation.fails'; error: Error }
  /** A person does not want to wait. */
  | { type: 'operation.cancel' }

/** What an operation tells its supervisor: the device as it is now. */
export interface OperationReport {
  type: 'device.changed'
  device: Device
}

/** What an operation tells its supervisor for auditors: that it was asked, so that a reload loses none, and how it ended (LIVE-11). */
export interface OperationNote {
  type: 'operation.noted'
  operation: DeviceOperation
  /** The `Idempotency-Key` of its call. */
  key: string
  outcome: AuditOutcome
  error: Error | null
  /** Milliseconds that each attempt took. */
  durations: number[]
  /** Milliseconds since the epoch. */
  at: number
}

/** What an operation tells its supervisor when it is over. */
export interface OperationEnd {
  type: 'operation.ended'
  operation: DeviceOperation
  outcome: 'succeeded' | 'refused' | 'rejected' | 'failed' | 'cancelled'
  error: Error | null
}

export interface OperationInput {
  operation: DeviceOperation
  userId: string
  calls: DeviceCalls
  /** The `Idempotency-Key` of its call. */
  key: string
}

/** What takes an operation back, or null where nothing does; taking back is not taken back (LIVE-11). */
export function undoOf(operation: DeviceOperation): DeviceOperation | null {
  if (operation.kind !== 'activate' || operation.undoes) return null
  return { ...operation, active: !operation.active, reason: '', undoes: true }
}
