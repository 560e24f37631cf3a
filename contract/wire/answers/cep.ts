import * as v from 'valibot'

const line = v.nullish(v.string(), '')

/** The address of a CEP. Absent parts are '', for example the street of a town with a single CEP (CON-4). */
export const cepAddress = v.object({
  cep: line,
  street: line,
  complement: line,
  district: line,
  city: line,
  state: line,
})

export type CepAddress = v.InferOutput<typeof cepAddress>
