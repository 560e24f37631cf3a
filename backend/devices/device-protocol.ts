import * as v from 'valibot'

export const deviceOps = ['ping', 'status', 'restart', 'activate', 'deactivate', 'remove'] as const
export type DeviceOp = (typeof deviceOps)[number]

/** A line is at most this long, in either direction. */
export const mostLineLength = 4_096

/** One line of JSON to a device. `wordCode` says which of the devices behind an address is meant. */
export const deviceRequest = v.pipe(
  v.string(),
  v.maxLength(mostLineLength),
  v.parseJson(),
  v.object({ op: v.picklist(deviceOps), wordCode: v.string(), key: v.optional(v.string()) }),
)

/** The one line that a device answers with. */
export const deviceAnswer = v.pipe(
  v.string(),
  v.maxLength(mostLineLength),
  v.parseJson(),
  v.variant('ok', [
    v.object({ ok: v.literal(true), op: v.picklist(deviceOps), wordCode: v.string() }),
    v.object({ ok: v.literal(false), error: v.picklist(['malformed', 'unknown-device', 'failed']) }),
  ]),
)

export type DeviceAnswer = v.InferOutput<typeof deviceAnswer>
