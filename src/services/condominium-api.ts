import * as v from 'valibot'
import { type CallResult, listOf, parseResult } from './call-result.ts'
import { type Condominium, condominiumSchema } from './condominium-schema.ts'
import type { HttpClient } from './http-client.ts'
import type { Log } from './log.ts'

/** contract "Condominiums": no more ids than this in one request. */
const idsPerRequest = 100

const addressSchema = v.object({
  cep: v.string(),
  street: v.optional(v.string(), ''),
  complement: v.optional(v.string(), ''),
  district: v.optional(v.string(), ''),
  city: v.optional(v.string(), ''),
  state: v.optional(v.string(), ''),
})

export type CepAddress = v.InferOutput<typeof addressSchema>

export interface CondominiumApi {
  /** The condominiums of these ids, asked in chunks of 100 (CON-1); the first failure ends it. */
  list(condominiumsId: readonly string[], signal?: AbortSignal): Promise<CallResult<Condominium[]>>
  byId(id: string, signal?: AbortSignal): Promise<CallResult<Condominium>>
  /** The condominiums that a user may see (spec §7 `data.result[]`). */
  byUser(userId: string, signal?: AbortSignal): Promise<CallResult<Condominium[]>>
  /** The address of a CEP; 404 where it is unknown, 422 where it is malformed. */
  byCep(cep: string, signal?: AbortSignal): Promise<CallResult<CepAddress>>
  create(customersId: string, condominium: Omit<Condominium, 'id'>): Promise<CallResult<Condominium>>
  update(customersId: string, condominium: Condominium): Promise<CallResult<Condominium>>
  remove(id: string): Promise<CallResult>
}

/** The condominium service of spec §7, base `condominium`. */
export function createCondominiumApi(http: HttpClient, log: Log): CondominiumApi {
  const listSchema = v.object({ result: listOf(condominiumSchema, { log, what: 'condomínios' }) })
  const one = (result: CallResult, call: string) => parseResult(result, condominiumSchema, { log, call })
  const many = async (query: Record<string, string>, path: string, signal: AbortSignal | undefined) => {
    const result = await http.call(path, { query, ...(signal && { signal }) })
    const parsed = parseResult(result, listSchema, { log, call: path })
    return parsed?.ok ? { ...parsed, data: parsed.data.result } : parsed
  }
  return {
    async list(condominiumsId, signal) {
      const condominiums: Condominium[] = []
      let headers = new Headers()
      for (let start = 0; start < condominiumsId.length; start += idsPerRequest) {
        const chunk = condominiumsId.slice(start, start + idsPerRequest).join(',')
        const result = await many({ condominiumsId: chunk }, 'condominium', signal)
        if (!result?.ok) return result
        condominiums.push(...result.data)
        headers = result.headers
      }
      return { ok: true, data: condominiums, headers }
    },
    async byId(id, signal) {
      const path = `condominium/by-id/${encodeURIComponent(id)}`
      return one(await http.call(path, signal && { signal }), 'condominium/by-id')
    },
    byUser: (userId, signal) => many({ userId }, 'condominium/by-user', signal),
    async byCep(cep, signal) {
      const result = await http.call('condominium/cep', { query: { cep }, ...(signal && { signal }) })
      return parseResult(result, addressSchema, { log, call: 'condominium/cep' })
    },
    async create(customersId, condominium) {
      const result = await http.call('condominium', { method: 'POST', query: { customersId }, body: condominium })
      return one(result, 'POST condominium')
    },
    async update(customersId, condominium) {
      const path = `condominium/${encodeURIComponent(condominium.id)}`
      return one(await http.call(path, { method: 'PUT', query: { customersId }, body: condominium }), 'PUT condominium')
    },
    remove: (id) => http.call(`condominium/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  }
}
