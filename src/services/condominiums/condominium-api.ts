import { type Condominium, condominiumSchema, mostIdsAsked } from '../../../contract/wire/answers/condominiums.ts'
import type { CallResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import { parseLongList } from '../http/long-list.ts'
import type { Log } from '../log/log.ts'

export interface CondominiumApi {
  /** The condominiums of these ids, asked in chunks of 100 (CON-1); the first failure ends it. */
  list(condominiumsId: readonly string[], signal?: AbortSignal): Promise<CallResult<Condominium[]>>
  /** The condominiums that a user may see (spec §7 `data.result[]`). */
  byUser(userId: string, signal?: AbortSignal): Promise<CallResult<Condominium[]>>
}

/** The condominium service's lists (spec §7, HTTP-6), base `condominium`; `condominium-record-api.ts` has the single ones. */
export function createCondominiumApi(http: HttpClient, log: Log): CondominiumApi {
  const data = createDataAccess(http)
  const listOfCall = (call: string, result: CallResult) =>
    parseLongList(result, condominiumSchema, { log, call, what: 'condomínios' })
  return {
    async list(condominiumsId, signal) {
      const condominiums: Condominium[] = []
      let headers = new Headers()
      for (let start = 0; start < condominiumsId.length; start += mostIdsAsked) {
        const chunk = condominiumsId.slice(start, start + mostIdsAsked)
        const result = await listOfCall('condominium', await data.getByCondominiums('condominium', chunk, { signal }))
        if (!result?.ok) return result
        condominiums.push(...result.data)
        headers = result.headers
      }
      return { ok: true, data: condominiums, headers }
    },
    async byUser(userId, signal) {
      const call = 'condominium/by-user'
      return listOfCall(call, await data.getByUser(call, userId, { signal }))
    },
  }
}
