import * as v from 'valibot'
import { bounds } from '../bounds.ts'

export const deviceOps = ['ping', 'status', 'restart', 'activate', 'deactivate', 'remove'] as const
export type DeviceOp = (typeof deviceOps)[number]

export const mostLineLength = bounds.deviceLines.most.characters

/** One line of JSON to a device. `wordCode` selects the device behind the address. */
export const deviceRequest = v.pipe(
  v.string(),
  v.maxLength(mostLineLength),
  v.parseJson(),
  v.object({ op: v.picklist(deviceOps), wordCode: v.string(), key: v.optional(v.string()) }),
)

export const deviceAnswer = v.pipe(
  v.string(),
  v.maxLength(mostLineLength),
  v.parseJson(),
  v.variant('ok', [
    v.object({
      ok: v.literal(true),
      op: v.picklist(deviceOps),
      wordCode: v.string(),
      /** With `status`, from devices that know it: whether the device is switched on. */
      active: v.exactOptional(v.boolean()),
    }),
    v.object({ ok: v.literal(false), error: v.picklist(['malformed', 'unknown-device', 'failed']) }),
  ]),
)

export type DeviceAnswer = v.InferOutput<typeof deviceAnswer>
