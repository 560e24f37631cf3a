import * as v from 'valibot'
import { cepField, condominiumFields } from '../../fields/schemas.ts'
import { mostIdsAsked } from '../answers/condominiums.ts'

/** `condominiumsId`: comma-separated ids. */
export const condominiumsQuery = v.object({
  condominiumsId: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(',').filter((each) => each !== '')),
    v.maxLength(mostIdsAsked, `Peça no máximo ${mostIdsAsked} condomínios por vez.`),
  ),
})

/** Defaults to the caller. */
export const ofUserQuery = v.object({ userId: v.optional(v.string()) })

/** Defaults to the caller's customer. */
export const ofCustomerQuery = v.object({ customersId: v.optional(v.string()) })

/** Fields that a person enters. '' and null mean absent. `id` and `customersId` may be sent, but not changed. */
export const condominiumBody = v.object({
  id: v.optional(v.unknown()),
  customersId: v.optional(v.unknown()),
  ...condominiumFields.entries,
})

/** The CEP may contain dots, hyphens and spaces. */
export const cepQuery = v.object({ cep: cepField })
