import { isolatedCode, unsentCode } from '../../../../contract/evidence/failure-texts.ts'
import type { DeviceFailureCause } from '../../../../contract/wire/answers/devices/devices.ts'
import type { DeviceAnswer } from '../../../services/devices/device-answer.ts'
import {
  CircuitOpenError,
  DeviceFailureError,
  DeviceNotAskedError,
  DeviceSessionError,
  DeviceTimeoutError,
  DeviceUnreachableError,
  DeviceUnsentError,
} from './device-errors.ts'

/**
 * The result of a call as a code (`timeout`, `status 504`, `status 502 refused`); null on success (AUD-2). Audit
 * records contain the code, because server texts may contain names.
 */
export function failureCodeOf(answer: DeviceAnswer<unknown>): string | null {
  if (answer.kind === 'answered') return null
  if (answer.kind === 'unauthorized') return sessionCode
  if (answer.kind === 'unsent') return unsentCode
  if (answer.kind === 'notAsked') return notAskedCode(answer)
  if (answer.kind === 'rejected') return statusCode(answer.status)
  return answer.failure === 'timeout' ? timeoutCode : statusCode(answer.status, answer.cause)
}

/** The same code for the error of a call; null without an error, and if the circuit refused it without isolation. */
export function errorCodeOf(error: Error | null): string | null {
  if (error === null) return null
  if (error instanceof CircuitOpenError) return error.isIsolated ? isolatedCode : null
  if (error instanceof DeviceTimeoutError) return timeoutCode
  if (error instanceof DeviceSessionError) return sessionCode
  if (error instanceof DeviceUnsentError) return unsentCode
  if (error instanceof DeviceUnreachableError) return statusCode(null)
  if (error instanceof DeviceNotAskedError) return notAskedCode(error)
  if (error instanceof DeviceFailureError) return statusCode(error.status, error.deviceCause)
  return 'status' in error ? statusCode(error.status) : 'crash'
}

const timeoutCode = 'timeout'
const sessionCode = 'status 401'

function notAskedCode({ wasSent }: { wasSent: boolean }): string {
  return wasSent ? 'not heard' : 'not asked'
}

function statusCode(status: unknown, cause?: DeviceFailureCause): string {
  if (status === null) return 'no response'
  return cause === undefined ? `status ${status}` : `status ${status} ${cause}`
}
