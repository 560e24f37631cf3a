import * as v from 'valibot'
import { type Condominium, condominiumSchema, mostIdsAsked } from '../../contract/wire/condominiums.ts'
import { type CallResult, listOf, parseResult } from './call-result.ts'
import type { HttpClient } from './http-client.ts'
import type { Log } from './log.ts'

export interface CondominiumApi {
  /** The condominiums of these ids, asked in chunks of 100 (CON-1); the first failure ends it. */
  list(condominiumsId: readonly string[], signal?: AbortSignal): Promise<CallResult<Condominium[]>>
  /** The condominiums that a user may see (spec §7 `data.result[]`). */
  byUser(userId: string, signal?: AbortSignal): Promise<CallResult<Condominium[]>>
}

/** The condominium service's lists (spec §7, HTTP-6), base `condominium`; `condominium-record-api.ts` has the single ones. */
export function createCondominiumApi(http: HttpClient, log: Log): CondominiumApi {
  const listSchema = v.object({ result: listOf(condominiumSchema, { log, what: 'condomínios' }) })
  const many = async (query: Record<string, string>, path: string, signal: AbortSignal | undefined) => {
    const result = await http.call(path, { query, ...(signal && { signal }) })
    const parsed = parseResult(result, listSchema, { log, call: path })
    return parsed?.ok ? { ...parsed, data: parsed.data.result } : parsed
  }
  return {
    async list(condominiumsId, signal) {
      const condominiums: Condominium[] = []
      let headers = new Headers()
      for (let start = 0; start < condominiumsId.length; start += mostIdsAsked) {
        const chunk = condominiumsId.slice(start, start + mostIdsAsked).join(',')
        const result = await many({ condominiumsId: chunk }, 'condominium', signal)
        if (!result?.ok) return result
        condominiums.push(...result.data)
        headers = result.headers
      }
      return { ok: true, data: condominiums, headers }
    },
    byUser: (userId, signal) => many({ userId }, 'condominium/by-user', signal),
  }
}
