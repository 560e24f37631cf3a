import * as v from 'valibot'
import { deviceFields, reasonField } from '../../fields/schemas.ts'
import { deviceSchema } from '../answers/devices/devices.ts'
import { existingTime, pageLimit } from '../scalars.ts'

/** Devices on a page of the list. */
export const mostListedDevices = 1_000

/** `wordCode` selects one device; otherwise a page, filtered by condominium or `status` (optional for a server). */
export const devicesQuery = v.object({
  wordCode: v.optional(v.string()),
  condominiumId: v.optional(v.string()),
  status: v.optional(deviceSchema.entries.status),
  limit: pageLimit(mostListedDevices, mostListedDevices),
  cursor: v.optional(v.string(), ''),
})

const { condominiumId, ...entered } = deviceFields.entries

/** A new device. `wordCode` and `condominiumId` may repeat the path parameters. */
export const newDeviceBody = v.object({
  ...entered,
  wordCode: v.optional(v.unknown()),
  condominiumId: v.optional(v.unknown()),
  active: v.optional(v.boolean(), true),
})

/** The fields of a device that a person may change. `wordCode` may repeat the path parameter. */
export const deviceBody = v.object({ ...entered, wordCode: v.optional(v.unknown()), condominiumId })

export const activationBody = v.object({ active: v.boolean('Informe se o dispositivo deve ficar ativo.') })

/**
 * `deadline`: the device does not open after this time, which is at most `longestOpeningMs` after the server received
 * the call (OPEN-1).
 */
export const openingBody = v.object({
  deadline: existingTime,
  reason: v.optional(reasonField, ''),
})
