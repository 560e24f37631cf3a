import type { CallResult } from './call-result.ts'
import type { CallOptions, HttpClient } from './http-client.ts'

/** What may go along with any form. */
type Extras = Pick<CallOptions, 'query' | 'headers' | 'signal'>

/**
 * One function per form of spec §7 "Generic data access" (HTTP-4). All answer as `CallResult` says; ids are put into the path as
 * they are (of the user record, of the selected condominium), a query leaves out `null`, `undefined` and `''`.
 */
export interface DataAccess {
  /** GET {path}/{customersId} */
  getByCustomer(path: string, customersId: string, extras?: Extras): Promise<CallResult>
  /** GET {path}?condominiumsId=a,b,c */
  getByCondominiums(path: string, condominiumsId: readonly string[], extras?: Extras): Promise<CallResult>
  /** GET {path}/{condominiumId}, with the page's own query string (`location.search`) where it is given */
  getByCondominium(path: string, condominiumId: string, search?: string, extras?: Extras): Promise<CallResult>
  /** GET {path}/{customersId}?query */
  getByCustomerWithQuery(path: string, customersId: string, query: string, extras?: Extras): Promise<CallResult>
  /** GET {path}?userId={userId} */
  getByUser(path: string, userId: string, extras?: Extras): Promise<CallResult>
  /** GET {path} */
  get(path: string, extras?: Extras): Promise<CallResult>
  /** GET {path}/{condominiumId}?params */
  getByCondominiumWithParams(
    path: string,
    condominiumId: string,
    params: NonNullable<CallOptions['query']>,
    extras?: Extras,
  ): Promise<CallResult>
  /** POST {path}/{customersId}/{userId} */
  postByCustomerAndUser(
    path: string,
    ids: { customersId: string; userId: string },
    body: unknown,
    extras?: Extras,
  ): Promise<CallResult>
  /** POST {path}/{condominiumId}/{userId} */
  postByCondominiumAndUser(
    path: string,
    ids: { condominiumId: string; userId: string },
    body: unknown,
    extras?: Extras,
  ): Promise<CallResult>
  /** POST {path} */
  post(path: string, body?: unknown, extras?: Extras): Promise<CallResult>
  /** PUT {path}/{userId} */
  putByUser(path: string, userId: string, body: unknown, extras?: Extras): Promise<CallResult>
  /** PUT {path}/{userId} with `If-Match`: 412 where the record has changed since `etag` */
  putByUserIfMatch(path: string, userId: string, body: unknown, etag: string, extras?: Extras): Promise<CallResult>
  /** PUT {path} */
  put(path: string, body: unknown, extras?: Extras): Promise<CallResult>
  /** PATCH {path} */
  patch(path: string, body: unknown, extras?: Extras): Promise<CallResult>
  /** DELETE {path}/{userId} */
  deleteByUser(path: string, userId: string, extras?: Extras): Promise<CallResult>
  /** DELETE {path} */
  delete(path: string, extras?: Extras): Promise<CallResult>
}

/** `http` says at which service (CFG-1). */
export function createDataAccess(http: HttpClient): DataAccess {
  const get = (path: string, extras?: Extras) => http.call(path, extras)
  const getWith = (path: string, query: CallOptions['query'], extras?: Extras) =>
    get(path, { ...extras, query: { ...extras?.query, ...query } })
  const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, extras?: Extras) =>
    http.call(path, { ...extras, method, body })
  return {
    getByCustomer: (path, customersId, extras) => get(under(path, customersId), extras),
    getByCondominiums: (path, ids, extras) => getWith(path, { condominiumsId: ids.join(',') }, extras),
    getByCondominium: (path, condominiumId, search = '', extras) => get(under(path, condominiumId) + search, extras),
    getByCustomerWithQuery: (path, customersId, query, extras) =>
      get(`${under(path, customersId)}?${query.replace(/^\?/, '')}`, extras),
    getByUser: (path, userId, extras) => getWith(path, { userId }, extras),
    get,
    getByCondominiumWithParams: (path, condominiumId, params, extras) =>
      getWith(under(path, condominiumId), params, extras),
    postByCustomerAndUser: (path, { customersId, userId }, body, extras) =>
      send('POST', under(path, customersId, userId), body, extras),
    postByCondominiumAndUser: (path, { condominiumId, userId }, body, extras) =>
      send('POST', under(path, condominiumId, userId), body, extras),
    post: (path, body, extras) => send('POST', path, body, extras),
    putByUser: (path, userId, body, extras) => send('PUT', under(path, userId), body, extras),
    putByUserIfMatch: (path, userId, body, etag, extras) =>
      send('PUT', under(path, userId), body, { ...extras, headers: { ...extras?.headers, 'if-match': etag } }),
    put: (path, body, extras) => send('PUT', path, body, extras),
    patch: (path, body, extras) => send('PATCH', path, body, extras),
    deleteByUser: (path, userId, extras) => send('DELETE', under(path, userId), undefined, extras),
    delete: (path, extras) => send('DELETE', path, undefined, extras),
  }
}

/** A path with ids below it. */
export function under(path: string, ...ids: string[]): string {
  return [path, ...ids.map(encodeURIComponent)].join('/')
}
