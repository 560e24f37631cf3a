import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import type { OpeningReply, OpeningRequest } from '../../machines/devices/openings/gate-opening.machine.ts'
import type { DeviceCall } from '../../services/devices/device-control-api.ts'

/**
 * Makes the only call of an opening (OPEN-1). If the answer does not show whether the gate opened, the outcome is
 * `unknown`; only a statement of the server gives `opened`. If the server sent no time, `at` is the time of `now`.
 */
export async function sendOpening(
  call: DeviceCall,
  { target: { wordCode }, userId, key, deadline, reason }: OpeningRequest,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<OpeningReply> {
  const answer = await call(deviceRoutes.openDevice, {
    params: { userId, wordCode },
    body: { deadline, reason },
    idempotencyKey: key,
    signal,
  })
  const unsent = (message: string): OpeningReply => ({ outcome: 'unsent', at: now(), message })
  switch (answer.kind) {
    case 'answered':
      return { ...answer.data, at: Date.parse(answer.data.at) }
    case 'unsent':
      return unsent('este computador está sem rede.')
    case 'unauthorized':
      return unsent('sua sessão não é mais válida.')
    case 'rejected':
      if (answer.status === 200) return { outcome: 'unknown', at: now(), message: '' }
      return answer.fields.reason === undefined ? unsent(answer.message) : { outcome: 'reasonMissing' }
    case 'failed':
    case 'notAsked':
      if (answer.kind === 'failed' && answer.status === 429) return unsent(answer.message)
      return { outcome: 'unknown', at: now(), message: '' }
  }
}
