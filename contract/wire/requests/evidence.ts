import * as v from 'valibot'
import { existingTime } from '../scalars.ts'

/** `from` is inclusive, `to` is not; of a device, of a condominium, or of all. */
export const dossierQuery = v.object({
  from: existingTime,
  to: existingTime,
  wordCode: v.optional(v.string()),
  condominiumId: v.optional(v.string()),
})
