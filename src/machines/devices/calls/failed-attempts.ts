import type { DeviceAnswer } from '../../../services/devices/device-answer.ts'
import { type FailedAttempt, failedFor } from '../../retry/retried.ts'
import {
  type CallTrace,
  type DeviceCallError,
  DeviceFailureError,
  DeviceNotAskedError,
  DeviceRejectedError,
  DeviceSessionError,
  DeviceTimeoutError,
  DeviceUnreachableError,
  DeviceUnsentError,
} from './device-errors.ts'

/** An answer without the requested data. */
export type Failure = Exclude<DeviceAnswer<never>, { kind: 'answered' }>

const sessionText = 'Sua sessão não é mais válida. Entre novamente.'

/** The error for the caller after the last failure. */
export function errorOf(failure: Failure, trace: CallTrace): DeviceCallError {
  if (failure.kind === 'unauthorized') return new DeviceSessionError(sessionText, trace)
  if (failure.kind === 'unsent') return new DeviceUnsentError(failure.message, trace)
  if (failure.kind === 'rejected') return new DeviceRejectedError(failure.message, trace, failure)
  if (failure.kind === 'notAsked') return new DeviceNotAskedError(failure.message, trace, failure.wasSent)
  if (failure.failure === 'timeout') return new DeviceTimeoutError(failure.message, trace)
  if (failure.status === null) return new DeviceUnreachableError(failure.message, trace)
  return new DeviceFailureError(failure.message, trace, failure.status, failure.cause)
}

/** Converts a failure for the retry, with the server's Retry-After. */
export function failedWith(failure: Failure): FailedAttempt {
  return { ...failedFor(failure), retryAfterMs: mayPass(failure) ? failure.retryAfterMs : null }
}

/**
 * Returns the failure of a later attempt. If an earlier attempt sent the command, the command still counts as sent
 * (STATE-8).
 */
export function afterEarlier(earlier: Failure, later: Failure): Failure {
  const wasSent = earlier.kind === 'notAsked' ? earlier.wasSent : earlier.kind === 'failed'
  return later.kind === 'notAsked' && wasSent ? { ...later, wasSent } : later
}

/** Whether a retry may help. Calls to a busy server are retried too, although they are not counted (DEV-3, SCA-4). */
export function mayPass(failure: Failure): failure is Extract<Failure, { retryAfterMs: number | null }> {
  return failure.kind === 'failed' || failure.kind === 'notAsked'
}

/** Whether a retry ended with a failure instead of an error. */
export function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'kind' in error && !(error instanceof Error)
}
