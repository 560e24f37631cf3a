import * as v from 'valibot'
import { bounds } from '../bounds.ts'

export const deviceOps = ['ping', 'status', 'restart', 'activate', 'deactivate', 'remove', 'open'] as const
export type DeviceOp = (typeof deviceOps)[number]

export const mostLineLength = bounds.deviceLines.most.characters

/**
 * One line of JSON to a device. `wordCode` selects the device behind the address. `notAfter`: deadline of an opening by the clock of the
 * device (OPEN-1). With `status`, `key` asks whether the device has executed the command with this key.
 */
export const deviceRequest = v.pipe(
  v.string(),
  v.maxLength(mostLineLength),
  v.parseJson(),
  v.object({
    op: v.picklist(deviceOps),
    wordCode: v.string(),
    key: v.optional(v.string()),
    notAfter: v.optional(v.number()),
  }),
)

export type DeviceRequest = v.InferOutput<typeof deviceRequest>

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
      /** With `status`: the operations that the device offers beyond the usual ones (OPEN-1). */
      ops: v.exactOptional(v.array(v.string())),
      /** With `status`: milliseconds on a clock of the device that only runs forward, with any start. */
      clock: v.exactOptional(v.number()),
      /** With `status` and a key: whether the device has executed the command with this key. */
      acted: v.exactOptional(v.boolean()),
    }),
    v.object({ ok: v.literal(false), error: v.picklist(['malformed', 'unknown-device', 'failed', 'late']) }),
  ]),
)

export type DeviceAnswer = v.InferOutput<typeof deviceAnswer>
