import * as v from 'valibot'
import { deviceFields } from '../../fields/schemas.ts'
import { deviceSchema } from '../answers/devices/devices.ts'
import { pageLimit } from '../scalars.ts'

/** By `wordCode` the one device, else a page of all, or of one condominium, or of those that stand so (a server may leave `status` aside). */
export const devicesQuery = v.object({
  wordCode: v.optional(v.string()),
  condominiumId: v.optional(v.string()),
  status: v.optional(deviceSchema.entries.status),
  limit: pageLimit(1_000, 1_000),
  cursor: v.optional(v.string(), ''),
})

const { condominiumId, ...entered } = deviceFields.entries

/** A new device: `wordCode` and `condominiumId` may repeat what the address says. */
export const newDeviceBody = v.object({
  ...entered,
  wordCode: v.optional(v.unknown()),
  condominiumId: v.optional(v.unknown()),
  active: v.optional(v.boolean(), true),
})

/** What a person changes of a device; `wordCode` may repeat what the address says. */
export const deviceBody = v.object({ ...entered, wordCode: v.optional(v.unknown()), condominiumId })

export const activationBody = v.object({ active: v.boolean('Informe se o dispositivo deve ficar ativo.') })
