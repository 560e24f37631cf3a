import * as v from 'valibot'
import { type Device, type DeviceInput, devicePage, deviceSchema } from '../../../contract/wire/answers/devices.ts'
import { listOf } from '../http/call-result.ts'
import type { CallOptions, HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'
import { type DeviceAnswer, deviceAnswer, lateAnswer, refusedHere } from './device-answer.ts'

/** spec §9: the generic client has no time-out, this one has. */
export const deviceTimeoutMs = 90_000

export interface DeviceCallOptions {
  signal?: AbortSignal
}

export interface DevicePostOptions extends DeviceCallOptions {
  /** The same for every attempt of one call, so that a retry cannot act twice (DEV-4). */
  idempotencyKey?: string
}

export interface DevicePage {
  devices: Device[]
  /** For the next page, or null on the last. */
  nextCursor: string | null
}

/**
 * The device-control service of spec §7, path `device`: one attempt a call, neither breaker nor retry. A call rejects only
 * when its own signal aborts, with that signal's reason; everything else is a `DeviceAnswer`. Without a wordCode nothing
 * is sent: the answer is 'rejected' with the text of spec §5.
 */
export interface DeviceControlApi {
  /** GET device/{userId}/{wordCode}: asked from the device itself. */
  ask(userId: string, wordCode: string, options?: DeviceCallOptions): Promise<DeviceAnswer<Device>>
  /** GET device: the devices the user may see, at most 1,000 a page. */
  list(
    page: { condominiumId?: string; status?: Device['status']; limit?: number; cursor?: string },
    options?: DeviceCallOptions,
  ): Promise<DeviceAnswer<DevicePage>>
  /** GET device/{wordCode} */
  byWordCode(wordCode: string, options?: DeviceCallOptions): Promise<DeviceAnswer<Device>>
  /** GET device?wordCode=: null where there is none. */
  find(wordCode: string, options?: DeviceCallOptions): Promise<DeviceAnswer<Device | null>>
  /** POST device/{condominiumId}/{userId}/{wordCode}; rejected with 409 where the wordCode is taken. */
  create(
    condominiumId: string,
    userId: string,
    wordCode: string,
    body: DeviceInput,
    options?: DevicePostOptions,
  ): Promise<DeviceAnswer<undefined>>
  /** POST device/restart/{wordCode} */
  restart(wordCode: string, options?: DevicePostOptions): Promise<DeviceAnswer<undefined>>
  /** POST device/activate/{userId}/{wordCode} */
  activate(
    userId: string,
    wordCode: string,
    active: boolean,
    options?: DevicePostOptions,
  ): Promise<DeviceAnswer<Device>>
  /** PUT device/{userId}/{wordCode} */
  update(
    userId: string,
    wordCode: string,
    body: DeviceInput,
    options?: DeviceCallOptions,
  ): Promise<DeviceAnswer<Device>>
  /** DELETE device/{userId}/{wordCode}: tells the device, then removes it (DEV-5). */
  deleteFromDevice(userId: string, wordCode: string, options?: DeviceCallOptions): Promise<DeviceAnswer<undefined>>
  /** DELETE device/pool/{wordCode}: drops it without telling it; rejected with 409 while a connection is busy. */
  deleteFromPool(wordCode: string, options?: DeviceCallOptions): Promise<DeviceAnswer<undefined>>
  /** DELETE device/database/{wordCode}: removes the record alone. */
  deleteFromDatabase(wordCode: string, options?: DeviceCallOptions): Promise<DeviceAnswer<undefined>>
}

/** The device calls of HTTP-6; `http` has the device service's own base URL. */
export function createDeviceControlApi(
  http: HttpClient,
  log: Log,
  { timeoutMs = deviceTimeoutMs, now = Date.now }: { timeoutMs?: number; now?: () => number } = {},
): DeviceControlApi {
  const pageSchema = v.pipe(
    v.object({
      result: listOf(deviceSchema, { log, what: 'dispositivos' }),
      nextCursor: devicePage.entries.nextCursor,
    }),
    v.transform(({ result, nextCursor }) => ({ devices: result, nextCursor: nextCursor ?? null })),
  )
  const call = async <Schema extends v.GenericSchema>(
    method: NonNullable<CallOptions['method']>,
    segments: string[],
    schema: Schema,
    { signal, idempotencyKey, ...sent }: Sent = {},
  ): Promise<DeviceAnswer<v.InferOutput<Schema>>> => {
    if (unaddressable.test(segments.at(-1) ?? 'device')) {
      return refusedHere(method === 'DELETE' ? noWordCodeToDeleteText : noWordCodeText)
    }
    const path = ['device', ...segments.map(encodeURIComponent)].join('/')
    const headers: Record<string, string> = {}
    if (method === 'POST' && idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    const result = await inTime(timeoutMs, signal, (limited) =>
      http.call(path, { ...sent, method, headers, signal: limited }),
    )
    return result === late ? lateAnswer() : deviceAnswer(result, schema, { log, call: `${method} ${path}`, now })
  }
  return {
    ask: (userId, wordCode, options) => call('GET', [userId, wordCode], deviceSchema, options),
    list: (query, options) => call('GET', [], pageSchema, { ...options, query }),
    byWordCode: (wordCode, options) => call('GET', [wordCode], deviceSchema, options),
    find: async (wordCode, options) =>
      wordCode === '' ? refusedHere(noWordCodeText) : call('GET', [], foundSchema, { ...options, query: { wordCode } }),
    create: (condominiumId, userId, wordCode, body, options) =>
      call('POST', [condominiumId, userId, wordCode], acknowledgementSchema, { ...options, body }),
    restart: (wordCode, options) => call('POST', ['restart', wordCode], acknowledgementSchema, options),
    activate: (userId, wordCode, active, options) =>
      call('POST', ['activate', userId, wordCode], deviceSchema, { ...options, body: { active } }),
    update: (userId, wordCode, body, options) => call('PUT', [userId, wordCode], deviceSchema, { ...options, body }),
    deleteFromDevice: (userId, wordCode, options) => call('DELETE', [userId, wordCode], acknowledgementSchema, options),
    deleteFromPool: (wordCode, options) => call('DELETE', ['pool', wordCode], acknowledgementSchema, options),
    deleteFromDatabase: (wordCode, options) => call('DELETE', ['database', wordCode], acknowledgementSchema, options),
  }
}

interface Sent extends DevicePostOptions {
  query?: NonNullable<CallOptions['query']>
  body?: unknown
}

/** spec §5. */
const noWordCodeText = 'WordCode not found.'
const noWordCodeToDeleteText = 'WordCode not found for device deletion.'

/** Dots alone would be taken for a step up the path, encoded or not. */
const unaddressable = /^\.{0,2}$/

const foundSchema = v.pipe(
  devicePage,
  v.transform(({ result }) => result[0] ?? null),
)

/** No data is promised; a text is a page of somebody else's, not the service's answer. */
const acknowledgementSchema = v.pipe(
  v.unknown(),
  v.check((body) => typeof body !== 'string' || body === '', 'Expected no text'),
  v.transform(() => undefined),
)

const late = Symbol('late')

/** What `call` resolves to, or `late` after the time-out. Rejects with the reason of `caller` when that aborts. */
async function inTime<Value>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | typeof late> {
  caller?.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs)
  try {
    return await call(caller ? AbortSignal.any([caller, limit.signal]) : limit.signal)
  } catch (error) {
    caller?.throwIfAborted()
    if (limit.signal.aborted) return late
    throw error
  } finally {
    clearTimeout(timer)
  }
}
