import type { DeviceAnswer } from '../../services/devices/device-answer.ts'

/** How a call ended, as a code that may stand in an audit record (server texts may carry names); null where it succeeded (AUD-2). */
export function failureCodeOf(answer: DeviceAnswer<unknown>): string | null {
  if (answer.kind === 'answered') return null
  if (answer.kind === 'unauthorized') return 'status 401'
  if (answer.kind === 'rejected') return `status ${answer.status}`
  if (answer.failure === 'timeout') return 'timeout'
  return answer.status === null ? 'no response' : `status ${answer.status}`
}
