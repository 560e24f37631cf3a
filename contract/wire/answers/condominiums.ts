import * as v from 'valibot'
import { id } from '../scalars.ts'
import { errorBody } from './errors.ts'

const detail = v.exactOptional(v.nullish(v.string(), undefined))

/** What a condominium may lack. `gatehousePhone` reaches whoever is on duty at the gate, `maintenancePhone` who repairs the devices (PAGE-2). */
export const condominiumDetails = [
  'cnpj',
  'cep',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
  'phone',
  'gatehousePhone',
  'maintenancePhone',
] as const

/** `wordCode` is that of its main gatehouse device; `cnpj`, `cep` and telephones come without punctuation. */
export const condominiumSchema = v.object({
  id,
  name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  wordCode: v.optional(v.string(), ''),
  customersId: v.optional(v.string(), ''),
  ...v.entriesFromList(condominiumDetails, detail),
})

export type Condominium = v.InferOutput<typeof condominiumSchema>

export const condominiumList = v.object({ result: v.array(condominiumSchema) })

/** contract "Condominiums": no more ids than this in one request. */
export const mostIdsAsked = 100

/** A write came too late: the record as it is now, with its `ETag`. */
export const condominiumChanged = v.object({ ...errorBody.entries, current: condominiumSchema })
