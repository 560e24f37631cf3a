import * as v from 'valibot'
import { type Device, devicePage, deviceSchema } from '../../../contract/wire/answers/devices/devices.ts'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { type CallResult, parseResult } from '../http/call-result.ts'
import { requestOf } from '../http/contract-call.ts'
import type { HttpClient, Unread } from '../http/http-client.ts'
import { textLines } from '../http/text-lines.ts'
import type { Log } from '../log/log.ts'
import { othersTurn, partCount } from '../page/idle-time.ts'
import { cutAnswer, type DeviceAnswer, deviceAnswer, lateAnswer } from './device-answer.ts'
import { deviceTimeoutMs } from './device-control-api.ts'

export interface DevicePart {
  devices: readonly Device[]
  /** Set after the last part of a page: the cursor of the next page, or null at the end of the list. */
  nextCursor?: string | null
}

/**
 * GET device from a cursor on: all pages as lines if the server can stream, otherwise one page. Delivers parts as they
 * arrive, with time for the page between them. Resolves at the end of the answer, which may come before the end of the
 * list. Rejects only with the reason of `signal`.
 */
export type DeviceLines = (
  cursor: string,
  take: (part: DevicePart) => void,
  signal: AbortSignal,
) => Promise<DeviceAnswer<undefined>>

export function createDeviceLines(
  http: HttpClient,
  log: Log,
  { timeoutMs = deviceTimeoutMs, now = Date.now }: { timeoutMs?: number; now?: () => number } = {},
): DeviceLines {
  const source = { log, call: deviceRoutes.devices.path }
  const pageOf = (result: CallResult) => deviceAnswer(parseResult(result, pageSchema, source), now)
  return async (cursor, take, signal) => {
    const unread: Unread = { known: 0, missing: 0 }
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs)
    try {
      const inTime = AbortSignal.any([signal, limit.signal])
      const [path, request] = requestOf(deviceRoutes.devices, { query: { cursor }, signal: inTime })
      const headers = { accept: 'application/x-ndjson, application/json;q=0.9' }
      const result = await http.call(path, { ...request, headers, isStreamed: true })
      if (result === undefined) return { kind: 'unauthorized' }
      const isLines = result.ok && result.headers.get('content-type')?.startsWith('application/x-ndjson')
      for await (const text of textLines(result.data, isLines ? '\n' : null)) {
        const answer = pageOf({ ...result, data: dataIn(text) })
        if (answer.kind !== 'answered') return answer
        const { result: items, nextCursor = null } = answer.data
        await othersTurn()
        for (let start = 0; start < items.length || start === 0; start += partCount) {
          signal.throwIfAborted()
          const devices = await devicesIn(items.slice(start, start + partCount), unread)
          take(start + partCount < items.length ? { devices } : { devices, nextCursor })
          await othersTurn()
        }
      }
      return { kind: 'answered', data: undefined }
    } catch (error) {
      signal.throwIfAborted()
      if (limit.signal.aborted) return lateAnswer()
      log.warn('A lista de dispositivos foi cortada.', String(error))
      return cutAnswer()
    } finally {
      clearTimeout(timer)
      const { path } = deviceRoutes.devices
      http.noteRead?.({ route: path, path, request: { query: { cursor } }, unread })
    }
  }
}

/** Reads a part of the list. The code for unreadable devices loads at the first unreadable device. */
async function devicesIn(part: readonly unknown[], unread: Unread): Promise<readonly Device[]> {
  const parsed = v.safeParse(deviceList, part)
  if (parsed.success) return parsed.output
  const { readableItems } = await import('../http/readable-answer.ts')
  return readableItems(deviceSchema, part, unread)
}

const deviceList = v.array(deviceSchema)

/** Devices are validated part by part. */
const pageSchema = v.object({ result: v.array(v.unknown()), nextCursor: devicePage.entries.nextCursor })

/** Parses JSON; undefined for other text, which fits no schema. */
function dataIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
