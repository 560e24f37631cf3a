import type { CallResult } from './call-result.ts'
import type { CallOptions, HttpClient } from './http-client.ts'

/** The ids that calls are scoped by: of the user record and of the selected condominium (HTTP-4). */
export interface DataScope {
  userId: string
  customersId: string
  condominiumsId: readonly string[]
  /** Id of the selected condominium, or null. */
  condominiumId: string | null
  /** The page's own query string, with its `?`, or ''. */
  search: string
}

type Query = NonNullable<CallOptions['query']>

/** One function per form of spec §7 "Generic data access". All answer as `CallResult` says. */
export interface DataAccess {
  /** GET {path}/{customersId} */
  getByCustomer(path: string): Promise<CallResult>
  /** GET {path}?condominiumsId=a,b,c */
  getByCondominiums(path: string): Promise<CallResult>
  /** GET {path}/{condominiumId}, with the page's own query string where `withSearch` */
  getByCondominium(path: string, options?: { withSearch?: boolean }): Promise<CallResult>
  /** GET {path}/{customersId}?query */
  getByCustomerWithQuery(path: string, query?: string): Promise<CallResult>
  /** GET {path}?userId={userId} */
  getByUser(path: string): Promise<CallResult>
  /** GET {path} */
  get(path: string): Promise<CallResult>
  /** GET {path}/{condominiumId}?params, empty and null values left out */
  getByCondominiumWithParams(path: string, params: Query): Promise<CallResult>
  /** POST {path}/{customersId}/{userId} */
  postByCustomerAndUser(path: string, body: unknown): Promise<CallResult>
  /** POST {path}/{condominiumId}/{userId} */
  postByCondominiumAndUser(path: string, body: unknown): Promise<CallResult>
  /** POST {path} */
  post(path: string, body: unknown): Promise<CallResult>
  /** PUT {path}/{userId} */
  putByUser(path: string, body: unknown): Promise<CallResult>
  /** PUT {path}/{userId} with `If-Match`: 412 where the record has changed since `etag` */
  putByUserIfMatch(path: string, body: unknown, etag: string): Promise<CallResult>
  /** PUT {path} */
  put(path: string, body: unknown): Promise<CallResult>
  /** PATCH {path} */
  patch(path: string, body: unknown): Promise<CallResult>
  /** DELETE {path}/{userId} */
  deleteByUser(path: string): Promise<CallResult>
  /** DELETE {path} */
  delete(path: string): Promise<CallResult>
}

/** Data access for the scope of the moment; `scope` is asked at each call. */
export function createDataAccess(http: HttpClient, scope: () => DataScope): DataAccess {
  const under = (path: string, ...ids: string[]) => [path, ...ids.map(encodeURIComponent)].join('/')
  const condominium = () => {
    const { condominiumId } = scope()
    if (condominiumId === null) throw new NoCondominiumSelectedError()
    return condominiumId
  }
  const send = (method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown) => http.call(path, { method, body })
  return {
    getByCustomer: (path) => http.call(under(path, scope().customersId)),
    getByCondominiums: (path) => http.call(path, { query: { condominiumsId: scope().condominiumsId.join(',') } }),
    getByCondominium: async (path, { withSearch = false } = {}) =>
      http.call(under(path, condominium()) + (withSearch ? scope().search : '')),
    getByCustomerWithQuery: (path, query = '') =>
      http.call(under(path, scope().customersId) + (query === '' ? '' : `?${query.replace(/^\?/, '')}`)),
    getByUser: (path) => http.call(path, { query: { userId: scope().userId } }),
    get: (path) => http.call(path),
    getByCondominiumWithParams: async (path, params) => http.call(under(path, condominium()), { query: params }),
    postByCustomerAndUser: (path, body) => send('POST', under(path, scope().customersId, scope().userId), body),
    postByCondominiumAndUser: async (path, body) => send('POST', under(path, condominium(), scope().userId), body),
    post: (path, body) => send('POST', path, body),
    putByUser: (path, body) => send('PUT', under(path, scope().userId), body),
    putByUserIfMatch: (path, body, etag) =>
      http.call(under(path, scope().userId), { method: 'PUT', body, headers: { 'if-match': etag } }),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    deleteByUser: (path) => http.call(under(path, scope().userId), { method: 'DELETE' }),
    delete: (path) => http.call(path, { method: 'DELETE' }),
  }
}

/** A call scoped by condominium was made while none is selected. */
export class NoCondominiumSelectedError extends Error {
  override readonly name = 'NoCondominiumSelectedError'
  constructor() {
    super('Selecione um condomínio antes de continuar.')
  }
}
