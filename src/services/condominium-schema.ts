import * as v from 'valibot'

const id = v.pipe(v.string(), v.nonEmpty())
const text = v.exactOptional(v.nullish(v.string(), undefined))

/** contract "Condominiums"; `wordCode` is that of its main gatehouse device. */
export const condominiumSchema = v.object({
  id,
  name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  wordCode: v.optional(v.string(), ''),
  customersId: v.optional(v.string(), ''),
  cnpj: text,
  cep: text,
  street: text,
  number: text,
  complement: text,
  district: text,
  city: text,
  state: text,
  phone: text,
})

export type Condominium = v.InferOutput<typeof condominiumSchema>
