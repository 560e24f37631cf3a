import type { DeviceAnswer } from '../../services/devices/device-answer.ts'
import { CircuitOpenError, DeviceSessionError, DeviceTimeoutError, DeviceUnreachableError } from './device-errors.ts'

/** How a call ended, as a code that may stand in an audit record (server texts may carry names); null where it succeeded (AUD-2). */
export function failureCodeOf(answer: DeviceAnswer<unknown>): string | null {
  if (answer.kind === 'answered') return null
  if (answer.kind === 'unauthorized') return sessionCode
  if (answer.kind === 'rejected') return statusCode(answer.status)
  return answer.failure === 'timeout' ? timeoutCode : statusCode(answer.status)
}

/** The same of the error that a call ended with; null without one, and where nothing was sent. */
export function errorCodeOf(error: Error | null): string | null {
  if (error === null || error instanceof CircuitOpenError) return null
  if (error instanceof DeviceTimeoutError) return timeoutCode
  if (error instanceof DeviceSessionError) return sessionCode
  if (error instanceof DeviceUnreachableError) return statusCode(null)
  return 'status' in error ? statusCode(error.status) : 'crash'
}

const timeoutCode = 'timeout'
const sessionCode = 'status 401'

function statusCode(status: unknown): string {
  return status === null ? 'no response' : `status ${status}`
}
