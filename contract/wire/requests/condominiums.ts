import * as v from 'valibot'
import { cepField, condominiumFields } from '../../fields/schemas.ts'
import { mostIdsAsked } from '../answers/condominiums.ts'

/** `condominiumsId`: ids with commas between them. */
export const condominiumsQuery = v.object({
  condominiumsId: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(',').filter((each) => each !== '')),
    v.maxLength(mostIdsAsked, `Peça no máximo ${mostIdsAsked} condomínios por vez.`),
  ),
})

/** For whom: the one who asks, where it is left out. */
export const ofUserQuery = v.object({ userId: v.optional(v.string()) })

/** Whose: the customer of the one who asks, where it is left out. */
export const ofCustomerQuery = v.object({ customersId: v.optional(v.string()) })

/** What a person enters; '' and null are the same as left out. `id` and `customersId` may be repeated, not changed. */
export const condominiumBody = v.object({
  id: v.optional(v.unknown()),
  customersId: v.optional(v.unknown()),
  ...condominiumFields.entries,
})

/** Dots, hyphens and spaces in the CEP don't matter. */
export const cepQuery = v.object({ cep: cepField })
