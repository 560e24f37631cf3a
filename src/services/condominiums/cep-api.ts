import type { CepAddress as FullAddress } from '../../../contract/wire/answers/cep.ts'
import { condominiumRoutes } from '../../../contract/wire/routes/condominiums.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** The address of a CEP; the single CEP of a town has no street and no district. */
export type CepAddress = Omit<FullAddress, 'cep' | 'complement'>

export type CepAnswer = { kind: 'found'; address: CepAddress } | { kind: 'unknown' }

/** Looks up a CEP of eight digits (CON-4). Throws a `CallError` if it is unknown whether the CEP exists. */
export async function lookUpCep(call: ContractCall, cep: string, signal: AbortSignal): Promise<CepAnswer> {
  const result = await call(condominiumRoutes.cep, { query: { cep }, signal })
  if (result?.ok === false && (result.status === 404 || result.status === 422)) return { kind: 'unknown' }
  const { cep: _, complement: __, ...address } = dataOf(result)
  // Services like ViaCEP answer an unknown CEP with a success without an address.
  return Object.values(address).every((part) => part.trim() === '') ? { kind: 'unknown' } : { kind: 'found', address }
}
