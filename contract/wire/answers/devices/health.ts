import * as v from 'valibot'
import { id, isClockPlausible, isoTime, measure } from '../../scalars.ts'
import { deviceFailureCauses, deviceSchema } from './devices.ts'

const optionalMeasure = v.optional(v.nullable(measure), null)
const optionalTime = v.fallback(v.nullable(isoTime), null)
const status = v.picklist(['ok', 'degraded'])

export const healthOverview = v.object({ status, uptimeS: measure, version: v.string() })

/** `uptimeS` in seconds. */
export type HealthOverview = v.InferOutput<typeof healthOverview>

/** A device's health as the server sees it, in the terms of the circuit breaker (spec §4). */
export const deviceHealth = v.object({
  wordCode: id,
  status: deviceSchema.entries.status,
  failureCount: measure,
  lastFailureTime: optionalTime,
  state: v.picklist(['CLOSED', 'OPEN', 'HALF_OPEN']),
  isAvailable: v.boolean(),
  latencyMs: optionalMeasure,
  checkedAt: optionalTime,
  /** The cause of the last failure; absent without a failure, or if the server does not send it. */
  cause: v.fallback(v.optional(v.picklist(deviceFailureCauses)), undefined),
})

export type DeviceHealthAnswer = v.InferOutput<typeof deviceHealth>

export const healthDetails = v.object({
  status,
  /** Active devices, and these by status; `inactive`: deactivated ones, absent on other servers (STATE-3). */
  devices: v.object({
    total: measure,
    online: measure,
    offline: measure,
    inactive: v.fallback(v.optional(measure), undefined),
  }),
  db: v.object({ ok: v.boolean(), latencyMs: optionalMeasure }),
  sockets: optionalMeasure,
  memoryUsage: optionalMeasure,
  /** Oldest of the active devices' last checks; null without devices, absent on some servers (SCA-3). */
  oldestCheckAt: v.fallback(v.optional(v.nullable(isoTime)), undefined),
  isClockPlausible,
})

/** `memoryUsage` is the server's, in bytes. */
export type HealthDetails = v.InferOutput<typeof healthDetails>

/** `lastContactAt`: null before the first contact, or if the server does not send it (LIVE-7). */
export const deviceReach = v.object({
  wordCode: id,
  online: v.boolean(),
  latencyMs: optionalMeasure,
  lastContactAt: optionalTime,
})

export type DeviceReach = v.InferOutput<typeof deviceReach>

/** Since the server started, over all instances. `averageResponseTime` in ms; a request fails with 500 and above. */
export const healthStats = v.object({
  totalRequests: measure,
  successfulRequests: measure,
  failedRequests: measure,
  averageResponseTime: measure,
  perDevice: v.array(deviceReach),
})

export type HealthStats = v.InferOutput<typeof healthStats>

export const healthCleanup = v.object({ removed: measure, lastCleanup: optionalTime })
