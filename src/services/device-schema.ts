import * as v from 'valibot'

/** contract "Devices": `wordCode` is its id (DEV-1), `lastContactAt` an ISO date-time. */
export const deviceSchema = v.object({
  wordCode: v.pipe(v.string(), v.nonEmpty()),
  name: v.optional(v.nullable(v.string(), ''), ''),
  model: v.optional(v.nullable(v.string(), ''), ''),
  ip: v.optional(v.nullable(v.string(), ''), ''),
  port: v.number(),
  condominiumId: v.pipe(v.string(), v.nonEmpty()),
  active: v.boolean(),
  status: v.picklist(['online', 'offline', 'unknown']),
  lastContactAt: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
  latencyMs: v.optional(v.nullable(v.number()), null),
})

export type Device = v.InferOutput<typeof deviceSchema>

/** What a person enters of a device; the rest is measured. */
export type DeviceInput = Omit<Device, 'status' | 'lastContactAt' | 'latencyMs'>
