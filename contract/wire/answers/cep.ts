import * as v from 'valibot'

const line = v.nullish(v.string(), '')

/** The address of a CEP; '' where there is none, as in a town that has one CEP for all its streets (CON-4). */
export const cepAddress = v.object({
  cep: line,
  street: line,
  complement: line,
  district: line,
  city: line,
  state: line,
})

export type CepAddress = v.InferOutput<typeof cepAddress>
