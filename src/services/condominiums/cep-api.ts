import * as v from 'valibot'
import { cepAddress } from '../../../contract/wire/answers/cep.ts'
import { dataOf, parseResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

const addressSchema = v.omit(cepAddress, ['cep', 'complement'])

/** The address of a CEP; one of a whole town has no street and no district. */
export type CepAddress = v.InferOutput<typeof addressSchema>

/** Services of ViaCEP's kind say with a success that they know nothing. */
const unknownSchema = v.object({ erro: v.union([v.literal(true), v.literal('true')]) })

export type CepAnswer = { kind: 'found'; address: CepAddress } | { kind: 'unknown' }

export interface CepApi {
  /** The address of a CEP of eight digits. Throws a `CallError` when nobody can say whether there is one. */
  lookUp(cep: string, signal: AbortSignal): Promise<CepAnswer>
}

/** The look-up of a CEP (CON-4, contract "Condominiums"). */
export function createCepApi(http: HttpClient, log: Log): CepApi {
  const data = createDataAccess(http)
  return {
    async lookUp(cep, signal) {
      const result = await data.get('condominium/cep', { query: { cep }, signal })
      const isRefused = result?.ok === false && (result.status === 404 || result.status === 422)
      if (isRefused || (result?.ok && v.is(unknownSchema, result.data))) return { kind: 'unknown' }
      const address = dataOf(parseResult(result, addressSchema, { log, call: 'condominium/cep' }))
      return Object.values(address).every((part) => part.trim() === '')
        ? { kind: 'unknown' }
        : { kind: 'found', address }
    },
  }
}
