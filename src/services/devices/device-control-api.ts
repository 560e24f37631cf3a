import type * as v from 'valibot'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { devicesQuery } from '../../../contract/wire/requests/devices.ts'
import type { AnswerOf, Route } from '../../../contract/wire/route.ts'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { parseLists } from '../http/answer-lists.ts'
import { type CallOf, createCall } from '../http/contract-call.ts'
import type { HttpClient } from '../http/http-client.ts'
import { inTime, late } from '../http/in-time.ts'
import { isAddressable } from '../http/route-path.ts'
import type { Log } from '../log/log.ts'
import { type DeviceAnswer, deviceAnswer, lateAnswer, refusedHere } from './device-answer.ts'

/** spec §9: the generic client has no timeout, this client has one. */
export const deviceTimeoutMs = 90_000

/**
 * Calls a route of the device-control service (spec §7): one attempt, without breaker and retry. Rejects only when its
 * own signal aborts, with that signal's reason; every other result is a `DeviceAnswer`. Without a wordCode nothing is
 * sent: the answer is 'rejected' with the text of spec §5.
 */
export type DeviceCall = <Called extends Route>(
  route: Called,
  options: CallOf<Called> & Addressed,
) => Promise<DeviceAnswer<AnswerOf<Called>>>

/** The options that name a call's device. */
interface Addressed {
  params?: { wordCode?: string }
  query?: { wordCode?: string | null | undefined }
}

/** `http` has the device service's base URL. */
export function createDeviceCall(
  http: HttpClient,
  log: Log,
  { timeoutMs = deviceTimeoutMs, now = Date.now }: { timeoutMs?: number; now?: () => number } = {},
): DeviceCall {
  const call = createCall(http, log)
  return async (route, options) => {
    const wordCode = options.params?.wordCode ?? options.query?.wordCode ?? null
    if (wordCode !== null && !isAddressable(wordCode))
      return refusedHere(route.method === 'DELETE' ? noWordCodeToDeleteText : noWordCodeText)
    const result = await inTime(timeoutMs, options.signal, (signal) => call(route, { ...options, signal }))
    return result === late ? lateAnswer() : deviceAnswer(result, now)
  }
}

export interface DevicePage {
  devices: Device[]
  /** Cursor of the next page; null on the last page. */
  nextCursor: string | null
}

/** Lists the devices that the caller may see, at most 1,000 per page. */
export async function listDevices(
  call: DeviceCall,
  query: v.InferInput<typeof devicesQuery>,
  signal: AbortSignal,
): Promise<DeviceAnswer<DevicePage>> {
  const answer = await call(deviceRoutes.devices, { query, signal, parse: parseLists })
  if (answer.kind !== 'answered') return answer
  const { result: devices, nextCursor = null } = answer.data
  return { kind: 'answered', data: { devices, nextCursor } }
}

/** spec §5. */
const noWordCodeText = 'WordCode not found.'
const noWordCodeToDeleteText = 'WordCode not found for device deletion.'
