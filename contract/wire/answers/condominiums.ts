import * as v from 'valibot'
import { id } from '../text.ts'
import { errorBody } from './errors.ts'

const detail = v.exactOptional(v.nullish(v.string(), undefined))

/** `wordCode` is that of its main gatehouse device; `cnpj`, `cep` and telephones come without punctuation. */
export const condominiumSchema = v.object({
  id,
  name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  wordCode: v.optional(v.string(), ''),
  customersId: v.optional(v.string(), ''),
  cnpj: detail,
  cep: detail,
  street: detail,
  number: detail,
  complement: detail,
  district: detail,
  city: detail,
  state: detail,
  phone: detail,
  /** Answered by whoever is on duty at the gate. */
  gatehousePhone: detail,
  /** Of those who repair the devices (PAGE-2). */
  maintenancePhone: detail,
})

export type Condominium = v.InferOutput<typeof condominiumSchema>

export const condominiumList = v.object({ result: v.array(condominiumSchema) })

/** contract "Condominiums": no more ids than this in one request. */
export const mostIdsAsked = 100

/** A write came too late: the record as it is now, with its `ETag`. */
export const condominiumChanged = v.object({ ...errorBody.entries, current: condominiumSchema })
