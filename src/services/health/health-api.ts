import * as v from 'valibot'
import {
  deviceHealth,
  type HealthDetails,
  type HealthOverview,
  type HealthStats,
  healthCleanup,
  healthDetails,
  healthOverview,
  healthStats,
} from '../../../contract/wire/answers/health.ts'
import { dataOf, listOf, parseResult } from '../http/call-result.ts'
import type { CallOptions, HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** In ms since the epoch, or null. */
const timeMs = v.pipe(
  deviceHealth.entries.checkedAt,
  v.transform((time) => (time === null ? null : Date.parse(time))),
)

const deviceHealthMs = v.object({ ...deviceHealth.entries, lastFailureTime: timeMs, checkedAt: timeMs })
const cleanupMs = v.object({ ...healthCleanup.entries, lastCleanup: timeMs })

/** A device as the server sees it; times in ms since the epoch. */
export type DeviceHealth = v.InferOutput<typeof deviceHealthMs>
/** `lastCleanup` in ms since the epoch. */
export type HealthCleanup = v.InferOutput<typeof cleanupMs>

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
    ...healthStats.entries,
    perDevice: listOf(healthStats.entries.perDevice.item, { log, what: 'saúde dos dispositivos' }),
  })
  const call = async <Schema extends v.GenericSchema>(schema: Schema, path: string, options: CallOptions) =>
    dataOf(parseResult(await http.call(path, options), schema, { log, call: path }))
  const devicePath = (wordCode: string) => `api/health/device/${encodeURIComponent(wordCode)}`
  return {
    overview: (signal) => call(healthOverview, 'api/health', { signal }),
    device: (wordCode, signal) => call(deviceHealthMs, devicePath(wordCode), { signal }),
    reset: (wordCode, reason, signal) =>
      call(deviceHealthMs, `${devicePath(wordCode)}/reset`, {
        method: 'POST',
        body: reason === '' ? {} : { reason },
        signal,
      }),
    detailed: (signal) => call(healthDetails, 'api/health/detailed', { signal }),
    stats: (signal) => call(statsSchema, 'api/health/stats', { signal }),
    cleanup: (signal) => call(cleanupMs, 'api/health/cleanup', { method: 'POST', signal }),
  }
}
