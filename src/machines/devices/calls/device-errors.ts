import type { Device, DeviceFailureCause } from '../../../../contract/wire/answers/devices/devices.ts'

/** The device of a call. */
export interface DeviceTarget {
  wordCode: string
  condominiumId: string
}

/** The circumstances of a failed call. */
export interface CallTrace {
  wordCode: string
  /** Attempts that were made, without refused ones. */
  attempts: number
  /** When the circuit allows the next call, in milliseconds since the epoch; null if calls are allowed now. */
  retryAt: number | null
  /** Whether a person has isolated the device until `retryAt`. */
  isIsolated: boolean
}

/** Base of all errors of device calls; `message` is a text for the user, or the text of the spec. */
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

/** The device's circuit allows no call (spec §8, CB-3). */
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

/** No response: the service is unreachable. */
export class DeviceUnreachableError extends DeviceCallError {
  override readonly name = 'DeviceUnreachableError'
}

/** The service answered with a failure: 408, 429 or 5xx (DEV-3). */
export class DeviceFailureError extends DeviceCallError {
  override readonly name = 'DeviceFailureError'
  readonly status: number
  /** Why the device did not answer, if the service reports it. */
  readonly deviceCause: DeviceFailureCause | undefined

  constructor(message: string, trace: CallTrace, status: number, cause?: DeviceFailureCause) {
    super(message, trace)
    this.status = status
    this.deviceCause = cause
  }
}

/** The service did not call the device, or not get its answer, for its own reason: no device failure (SCA-4). */
export class DeviceNotAskedError extends DeviceCallError {
  override readonly name = 'DeviceNotAskedError'
  /** Whether the device may have received the command. */
  readonly wasSent: boolean

  constructor(message: string, trace: CallTrace, wasSent: boolean) {
    super(message, trace)
    this.wasSent = wasSent
  }
}

/** This computer had no network: nothing was sent (STATE-8). */
export class DeviceUnsentError extends DeviceCallError {
  override readonly name = 'DeviceUnsentError'
}

/** The service refused the call: 4xx. Does not count against the device (DEV-3). */
export class DeviceRejectedError extends DeviceCallError {
  override readonly name = 'DeviceRejectedError'
  readonly status: number
  /** The problem of each field, on a 422. */
  readonly fields: Readonly<Record<string, string>>
  /** The current record, on a 412. */
  readonly current: Device | undefined

  constructor(
    message: string,
    trace: CallTrace,
    { status, fields, current }: Pick<DeviceRejectedError, 'status' | 'fields'> & { current?: Device },
  ) {
    super(message, trace)
    this.status = status
    this.fields = fields
    this.current = current
  }
}

/** 401: the session is ending (SES-5). */
export class DeviceSessionError extends DeviceCallError {
  override readonly name = 'DeviceSessionError'
}
