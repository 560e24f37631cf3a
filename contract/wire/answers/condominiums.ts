import * as v from 'valibot'
import { condominiumDetails } from '../../fields/condominium-details.ts'
import { id } from '../scalars.ts'
import { errorBody } from './errors.ts'

const detail = v.exactOptional(v.nullish(v.string(), undefined))

/** `wordCode` is that of the main gatehouse device; `cnpj`, `cep` and telephones have no punctuation. */
export const condominiumSchema = v.object({
  id,
  name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  wordCode: v.optional(v.string(), ''),
  customersId: v.optional(v.string(), ''),
  ...v.entriesFromList(condominiumDetails, detail),
})

export type Condominium = v.InferOutput<typeof condominiumSchema>

export const condominiumList = v.object({ result: v.array(condominiumSchema) })

/** contract "Condominiums": most ids in one request. */
export const mostIdsAsked = 100

/** A 412 for a stale write: the current record, with its `ETag`. */
export const condominiumChanged = v.object({ ...errorBody.entries, current: condominiumSchema })
