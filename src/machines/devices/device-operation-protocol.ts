import type { AuditOutcome } from '../../../contract/wire/answers/audit.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceCalls } from './calls/device-calls.ts'
import type { DeviceTarget } from './calls/device-errors.ts'

/** The fields of a device that a person may edit; wordCode and condominium are fixed. */
export type DeviceFields = Pick<Device, 'name' | 'model' | 'ip' | 'port'>

/** One operation of a person on a device. */
export type DeviceOperation =
  /** One call to the device itself, through breaker and retry (A11Y-3 'Testar dispositivo'). */
  | { kind: 'test'; target: DeviceTarget }
  /** `reason`: '' without a reason. */
  | { kind: 'restart'; target: DeviceTarget; reason: string }
  /** Activates or deactivates a device. `undoes`: whether this undoes the previous opposite operation. */
  | { kind: 'activate'; target: DeviceTarget; active: boolean; reason: string; undoes: boolean }
  | { kind: 'create'; target: DeviceTarget; fields: DeviceFields }
  /** `record`: the device as it was when the form was opened; a newer record at the server refuses the edit. */
  | { kind: 'edit'; target: DeviceTarget; fields: DeviceFields; record: Device }
  /** The reset on the server, after the circuit in this panel was closed (CB-6). */
  | { kind: 'reset'; target: DeviceTarget; reason: string }

export type OperationEvent =
  | { type: 'attempt.ends'; durationMs: number }
  | { type: 'attempt.begins'; attempts: number; of: number }
  /** The last attempt failed; `nextAttemptAt` in milliseconds since the epoch. */
  | { type: 'attempt.waits'; attempts: number; of: number; nextAttemptAt: number }
  /** `device`: the device in the service's answer. */
  | { type: 'operation.succeeds'; device: Device }
  /** The operation succeeded without new data about the device. */
  | { type: 'operation.ends' }
  | { type: 'operation.fails'; error: Error }
  /** The user cancelled the operation. */
  | { type: 'operation.cancel' }

/** Event that an operation sends to its supervisor: the current device. */
export interface OperationReport {
  type: 'device.changed'
  device: Device
  /** Set if a person has activated, deactivated or created the device: the counts of devices are outdated (STATE-3). */
  recounts?: true
}

/** Event for the audit: an operation was requested (so that a reload loses none), or has ended (LIVE-11). */
export interface OperationNote {
  type: 'operation.noted'
  operation: DeviceOperation
  /** The `Idempotency-Key` of the call. */
  key: string
  outcome: AuditOutcome
  error: Error | null
  /** Milliseconds of each attempt. */
  durations: number[]
  at: number
}

/** The result of an operation, sent to its supervisor. */
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
  /** The `Idempotency-Key` of the call. */
  key: string
}

/** The operation that undoes this one, or null if it cannot be undone; an undo cannot be undone (LIVE-11). */
export function undoOf(operation: DeviceOperation): DeviceOperation | null {
  if (operation.kind !== 'activate' || operation.undoes) return null
  return { ...operation, active: !operation.active, reason: '', undoes: true }
}
