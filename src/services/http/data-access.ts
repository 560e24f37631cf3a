import { type Condominium, mostIdsAsked } from '../../../contract/wire/answers/condominiums.ts'
import { condominiumRoutes } from '../../../contract/wire/routes/condominiums.ts'
import { type CallResult, dataOf } from './call-result.ts'
import type { ContractCall } from './contract-call.ts'
import type { CallOptions, HttpClient } from './http-client.ts'
import { filledPath } from './route-path.ts'

type Extras = Pick<CallOptions, 'query' | 'headers' | 'signal'>

/**
 * The forms of spec §7 "Generic data access" that no page uses (HTTP-4). The other forms are paths and queries of routes in the contract;
 * `createCall` makes those calls. Both fill the ids into a path by `filledPath`.
 */
export function createDataAccess(http: HttpClient) {
  const byCustomer = (path: string, customersId: string) => path + filledPath('/:customersId', { customersId })
  const byUser = (path: string, userId: string) => path + filledPath('/:userId', { userId })
  return {
    /** GET {path}/{customersId} */
    getByCustomer: (path: string, customersId: string, extras?: Extras): Promise<CallResult> =>
      http.call(byCustomer(path, customersId), extras),
    /** GET {path}/{customersId}?query */
    getByCustomerWithQuery: (path: string, customersId: string, query: string, extras?: Extras): Promise<CallResult> =>
      http.call(`${byCustomer(path, customersId)}?${query.replace(/^\?/, '')}`, extras),
    /** GET {path}/{condominiumId} with the page's own query string (`location.search`) */
    getByCondominium: (path: string, condominiumId: string, search: string, extras?: Extras): Promise<CallResult> =>
      http.call(path + filledPath('/:condominiumId', { condominiumId }) + search, extras),
    /** POST {path}/{customersId}/{userId} */
    postByCustomerAndUser: (
      path: string,
      { customersId, userId }: { customersId: string; userId: string },
      body: unknown,
      extras?: Extras,
    ): Promise<CallResult> =>
      http.call(byUser(byCustomer(path, customersId), userId), { ...extras, method: 'POST', body }),
    /** PUT {path}/{userId} */
    putByUser: (path: string, userId: string, body: unknown, extras?: Extras): Promise<CallResult> =>
      http.call(byUser(path, userId), { ...extras, method: 'PUT', body }),
    /** PATCH {path} */
    patch: (path: string, body: unknown, extras?: Extras): Promise<CallResult> =>
      http.call(path, { ...extras, method: 'PATCH', body }),
    /** DELETE {path}/{userId} */
    deleteByUser: (path: string, userId: string, extras?: Extras): Promise<CallResult> =>
      http.call(byUser(path, userId), { ...extras, method: 'DELETE' }),
  }
}

/** GET condominium?condominiumsId=a,b,c in chunks of 100 (CON-1). Throws a `CallError` at the first failure. */
export async function listCondominiums(
  call: ContractCall,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Condominium[]> {
  const condominiums: Condominium[] = []
  for (let start = 0; start < ids.length; start += mostIdsAsked) {
    const query = { condominiumsId: ids.slice(start, start + mostIdsAsked).join(',') }
    const result = await call(condominiumRoutes.condominiums, { query, signal })
    condominiums.push(...dataOf(result).result)
  }
  return condominiums
}
