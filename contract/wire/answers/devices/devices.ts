import * as v from 'valibot'
import { id, isoTime } from '../../scalars.ts'
import { errorBody } from '../errors.ts'

/** `wordCode` is the device's id (DEV-1); `lastContactAt` and `latencyMs` are null before the first contact. */
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
  /** Whether the device can open a gate or a door (OPEN-1); absent if the server offers no openings. */
  canOpen: v.exactOptional(v.boolean()),
  /** The `ETag` of the record, so that a list needs no call for each record; absent if the server has no versions. */
  etag: v.exactOptional(v.string()),
})

export type Device = v.InferOutput<typeof deviceSchema>

/** A 412 for a stale write: the current record, with its `ETag`. */
export const deviceChanged = v.object({ ...errorBody.entries, current: deviceSchema })

/**
 * `refused`: no program listens on the port; `dropped`: the connection was closed without an answer; `garbage`: an invalid
 * answer; `declined`: the device refused; `hung`: the device accepted the connection and stayed silent; `silent`: no
 * connection in time; `unreachable`: no route.
 */
export const deviceFailureCauses = [
  'refused',
  'dropped',
  'garbage',
  'declined',
  'hung',
  'silent',
  'unreachable',
] as const

export type DeviceFailureCause = (typeof deviceFailureCauses)[number]

/** The body of a 502 or 504 about a device; other servers may leave `cause` out. */
export const deviceError = v.object({
  ...errorBody.entries,
  cause: v.exactOptional(v.picklist(deviceFailureCauses)),
})

/**
 * The body of a 503 about a device (SCA-4). `notAsked`: the server sent nothing to the device. `notHeard`: the server
 * could not receive the answer. Neither is a failure of the device; a 503 without both may be.
 */
export const deviceNotAsked = v.object({
  ...errorBody.entries,
  notAsked: v.exactOptional(v.literal(true)),
  notHeard: v.exactOptional(v.literal(true)),
})

/**
 * The 404 to a deletion, which normally means that the device is deleted (DEV-5). `gone: false`: the server does not
 * know of a deletion of a device that the person could see.
 */
export const deviceGone = v.object({ ...errorBody.entries, gone: v.exactOptional(v.boolean()) })

/** `nextCursor` is null on the last page and absent if the query has a `wordCode`. */
export const devicePage = v.object({
  result: v.array(deviceSchema),
  nextCursor: v.exactOptional(v.nullable(v.string())),
})
