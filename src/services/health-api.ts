import * as v from 'valibot'
import { dataOf, listOf, parseResult } from './call-result.ts'
import type { CallOptions, HttpClient } from './http-client.ts'
import type { Log } from './log.ts'

const count = v.pipe(v.number(), v.finite(), v.minValue(0))
const measure = v.optional(v.nullable(count), null)
const status = v.picklist(['ok', 'degraded'])
/** An ISO date-time in ms since the epoch; null where it is not given or no date. */
const time = v.fallback(v.nullable(v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse))), null)

const overviewSchema = v.object({ status, uptimeS: count, version: v.string() })

const deviceHealthSchema = v.object({
  wordCode: v.pipe(v.string(), v.nonEmpty()),
  status: v.picklist(['online', 'offline', 'unknown']),
  failureCount: count,
  lastFailureTime: time,
  state: v.picklist(['CLOSED', 'OPEN', 'HALF_OPEN']),
  isAvailable: v.boolean(),
  latencyMs: measure,
  checkedAt: time,
})

const detailedSchema = v.object({
  status,
  devices: v.object({ total: count, online: count, offline: count }),
  db: v.object({ ok: v.boolean(), latencyMs: measure }),
  sockets: measure,
  memoryUsage: measure,
})

const deviceReachSchema = v.object({
  wordCode: v.pipe(v.string(), v.nonEmpty()),
  online: v.boolean(),
  latencyMs: measure,
})

const cleanupSchema = v.object({ removed: count, lastCleanup: time })

/** `uptimeS` in seconds. */
export type HealthOverview = v.InferOutput<typeof overviewSchema>
/** A device as the server sees it; times in ms since the epoch. */
export type DeviceHealth = v.InferOutput<typeof deviceHealthSchema>
/** `memoryUsage` of the server, in bytes. */
export type HealthDetails = v.InferOutput<typeof detailedSchema>
export type DeviceReach = v.InferOutput<typeof deviceReachSchema>
/** `lastCleanup` in ms since the epoch. */
export type HealthCleanup = v.InferOutput<typeof cleanupSchema>

/** The server's counts since it started; `averageResponseTime` in ms. */
export interface HealthStats {
  totalRequests: number
  successfulRequests: number
  failedRequests: number
  averageResponseTime: number
  perDevice: DeviceReach[]
}

/** contract "Health" (HEA-1, HTTP-6); every function throws a `CallError`. */
export interface HealthApi {
  overview(signal: AbortSignal): Promise<HealthOverview>
  device(wordCode: string, signal: AbortSignal): Promise<DeviceHealth>
  /** Resets the server's circuit of a device (CB-6); an empty reason is not sent. */
  reset(wordCode: string, reason: string, signal: AbortSignal): Promise<DeviceHealth>
  detailed(signal: AbortSignal): Promise<HealthDetails>
  stats(signal: AbortSignal): Promise<HealthStats>
  cleanup(signal: AbortSignal): Promise<HealthCleanup>
}

/** `http` has the health service's base URL (CFG-1). */
export function createHealthApi(http: HttpClient, log: Log): HealthApi {
  const statsSchema = v.object({
    totalRequests: count,
    successfulRequests: count,
    failedRequests: count,
    averageResponseTime: count,
    perDevice: listOf(deviceReachSchema, { log, what: 'saúde dos dispositivos' }),
  })
  const call = async <Schema extends v.GenericSchema>(schema: Schema, path: string, options: CallOptions) =>
    dataOf(parseResult(await http.call(path, options), schema, { log, call: path }))
  const devicePath = (wordCode: string) => `api/health/device/${encodeURIComponent(wordCode)}`
  return {
    overview: (signal) => call(overviewSchema, 'api/health', { signal }),
    device: (wordCode, signal) => call(deviceHealthSchema, devicePath(wordCode), { signal }),
    reset: (wordCode, reason, signal) =>
      call(deviceHealthSchema, `${devicePath(wordCode)}/reset`, {
        method: 'POST',
        body: reason === '' ? {} : { reason },
        signal,
      }),
    detailed: (signal) => call(detailedSchema, 'api/health/detailed', { signal }),
    stats: (signal) => call(statsSchema, 'api/health/stats', { signal }),
    cleanup: (signal) => call(cleanupSchema, 'api/health/cleanup', { method: 'POST', signal }),
  }
}
