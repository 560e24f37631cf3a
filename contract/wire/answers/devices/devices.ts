import * as v from 'valibot'
import { id, isoTime } from '../../scalars.ts'
import { errorBody } from '../errors.ts'

/** `wordCode` is its id (DEV-1); `lastContactAt` and `latencyMs` are null before the first contact. */
export const deviceSchema = v.object({
  wordCode: id,
  name: v.optional(v.nullable(v.string(), ''), ''),
  model: v.optional(v.nullable(v.string(), ''), ''),
  ip: v.optional(v.nullable(v.string(), ''), ''),
  port: v.number(),
  condominiumId: id,
  active: v.boolean(),
  status: v.picklist(['online', 'offline', 'unknown']),
  lastContactAt: v.optional(v.nullable(isoTime), null),
  latencyMs: v.optional(v.nullable(v.number()), null),
})

export type Device = v.InferOutput<typeof deviceSchema>

/** Why a device gave no answer: it refuses the connection, drops it, answers nonsense or a no, stays silent, or no way leads to it. */
export const deviceFailureCauses = ['refused', 'dropped', 'garbage', 'declined', 'silent', 'unreachable'] as const

export type DeviceFailureCause = (typeof deviceFailureCauses)[number]

/** The body of a 502 or 504 about a device; other servers may leave the cause out. */
export const deviceError = v.object({
  ...errorBody.entries,
  cause: v.exactOptional(v.picklist(deviceFailureCauses)),
})

/**
 * The body of a 503 about a device (SCA-4): for a reason of the server's own it sent the device nothing (`notAsked`), or could
 * not hear its answer (`notHeard`). Neither says anything about the device; another 503 may.
 */
export const deviceNotAsked = v.object({
  ...errorBody.entries,
  notAsked: v.exactOptional(v.literal(true)),
  notHeard: v.exactOptional(v.literal(true)),
})

/** `nextCursor` asks for the next page and is null on the last; a look-up by wordCode has none. */
export const devicePage = v.object({
  result: v.array(deviceSchema),
  nextCursor: v.exactOptional(v.nullable(v.string())),
})
