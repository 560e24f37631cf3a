import type { DeviceFailureCause } from '../../../../contract/wire/answers/devices/devices.ts'

/** Whom a call concerns. */
export interface DeviceTarget {
  wordCode: string
  condominiumId: string
}

/** How far a failed call came. */
export interface CallTrace {
  wordCode: string
  /** Attempts that were made; a refused one was not. */
  attempts: number
  /** When the circuit lets the next call through, in milliseconds since the epoch; null while it lets all through. */
  retryAt: number | null
  /** A person keeps the device from being called until then. */
  isIsolated: boolean
}

/** What every failed device call tells its caller; `message` is a text for a person, or the spec's own. */
export class DeviceCallError extends Error implements CallTrace {
  override readonly name: string = 'DeviceCallError'
  readonly wordCode: string
  readonly attempts: number
  readonly retryAt: number | null
  readonly isIsolated: boolean

  constructor(message: string, { wordCode, attempts, retryAt, isIsolated }: CallTrace) {
    super(message)
    this.wordCode = wordCode
    this.attempts = attempts
    this.retryAt = retryAt
    this.isIsolated = isIsolated
  }
}

/** The device's circuit lets no call through (spec §8, CB-3). */
export class CircuitOpenError extends DeviceCallError {
  override readonly name = 'CircuitOpenError'

  constructor(trace: CallTrace) {
    super(`O circuit breaker está OPEN para o dispositivo ${trace.wordCode}`, trace)
  }
}

/** No answer within 90 s (spec §9). */
export class DeviceTimeoutError extends DeviceCallError {
  override readonly name = 'DeviceTimeoutError'
}

/** No response at all: the service can't be reached. */
export class DeviceUnreachableError extends DeviceCallError {
  override readonly name = 'DeviceUnreachableError'
}

/** The service answered that it could not: 408, 429 or 5xx (DEV-3). */
export class DeviceFailureError extends DeviceCallError {
  override readonly name = 'DeviceFailureError'
  readonly status: number
  /** Why the device itself gave no answer, where the service tells. */
  readonly deviceCause: DeviceFailureCause | undefined

  constructor(message: string, trace: CallTrace, status: number, cause?: DeviceFailureCause) {
    super(message, trace)
    this.status = status
    this.deviceCause = cause
  }
}

/** The service did not ask the device, or did not hear it, for a reason of its own: says nothing about the device (SCA-4). */
export class DeviceNotAskedError extends DeviceCallError {
  override readonly name = 'DeviceNotAskedError'
  /** The device may have got what it was told. */
  readonly wasSent: boolean

  constructor(message: string, trace: CallTrace, wasSent: boolean) {
    super(message, trace)
    this.wasSent = wasSent
  }
}

/** The service answers, and says no: 4xx. Nothing that counts against the device (DEV-3). */
export class DeviceRejectedError extends DeviceCallError {
  override readonly name = 'DeviceRejectedError'
  readonly status: number
  /** What is wrong, by field, on a 422. */
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, trace: CallTrace, { status, fields }: Pick<DeviceRejectedError, 'status' | 'fields'>) {
    super(message, trace)
    this.status = status
    this.fields = fields
  }
}

/** 401: the session is on its way out (SES-5). */
export class DeviceSessionError extends DeviceCallError {
  override readonly name = 'DeviceSessionError'
}
