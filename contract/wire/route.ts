import type * as v from 'valibot'
import type { Right } from '../rights.ts'
import type { ErrorStatus } from './answers/errors.ts'

/** `api`: under `apiUrl`; `device`: under `deviceUrl` of `/config.json` (CFG-1); `page`: beside the panel's files. */
export type RouteBase = 'api' | 'device' | 'page'

/** Records that a call leaves in the chain (EVI-1): kinds of records, records that the panel declares, or the reason for none. */
export type RouteRecords = readonly [string, ...string[]] | 'declared' | { none: string }

/** One route of the contract. A route that writes must declare its `records`. */
export type Route = AnyRoute &
  ({ method: 'GET'; records?: RouteRecords } | { method: 'POST' | 'PUT' | 'DELETE'; records: RouteRecords })

/** Path parameters are opaque texts and never empty. */
interface AnyRoute {
  base: RouteBase
  /** `:name` marks a parameter; `:userId` is the caller's own id. */
  path: string
  /** Allowed callers: everybody, every signed-in person, every person with the right, or a wall with the token of its link. */
  access: 'everybody' | 'signedIn' | 'wall' | Right
  /** The effect of the route, beyond its schemas. */
  summary: string
  query?: v.GenericSchema
  /** A JSON body; 'spreadsheet' is a form with one file. */
  body?: v.GenericSchema | 'spreadsheet'
  requestHeaders?: readonly ('Idempotency-Key' | 'If-Match')[]
  /** Headers of a successful answer. */
  responseHeaders?: readonly 'ETag'[]
  /** Status of a success. */
  status: 200 | 201 | 202 | 204
  /** Absent if a success has no JSON body. */
  answer?: v.GenericSchema
  /** Media type of a success that is not JSON. */
  mediaType?: 'text/html'
  /** The condition of each error status, in addition to `errorsOfAll`. */
  errors: Readonly<Partial<Record<ErrorStatus, string>>>
  /** Bodies of errors that carry more than `errorBody`. */
  errorBodies?: Readonly<Partial<Record<ErrorStatus, v.GenericSchema>>>
}

const call = { base: 'api', status: 200, errors: {} } as const

/** Defaults for a route of each method: under `apiUrl`, with an answer, without errors beyond `errorsOfAll`. */
export const get = { ...call, method: 'GET' } as const
export const post = { ...call, method: 'POST' } as const
export const put = { ...call, method: 'PUT' } as const
export const remove = { ...call, method: 'DELETE', status: 204 } as const

/** Errors of a call that names a condominium. */
export const errorsOfCondominium = {
  403: 'not one of this person’s condominiums',
  404: 'no such condominium, or another customer’s',
} as const
/** Errors of a call whose `userId` must be the caller's own. */
export const errorsOfSelf = {
  403: 'a colleague’s `userId`',
  404: 'any other `userId`',
  422: '`userId` twice',
} as const

/** Errors that every call may get, with their conditions. */
export const errorsOfAll: Readonly<Partial<Record<ErrorStatus, string>>> = {
  400: 'invalid JSON, not an object although the route expects one, or a text that cannot be stored',
  401: 'no token, or an invalid one (`WWW-Authenticate: Bearer`); not on routes without sign-in',
  413: 'a body of more than 1 MiB',
  415: 'a body that is not JSON',
  500: 'an internal error',
  503: 'the server is shutting down, or cannot reach its database or write to it (`Retry-After`)',
}

/** Headers that the server or the panel interprets. */
export const headerRules: Readonly<Record<string, string>> = {
  Authorization: '`Bearer` and the token of the sign-in, on every route that needs a sign-in.',
  'X-XSRF-TOKEN':
    'The value of the cookie `XSRF-TOKEN`, on every POST, PUT, PATCH and DELETE that carries the cookie (HTTP-3); otherwise 403.',
  'Idempotency-Key':
    'Stored for 24 h per user and route with its parameters. A repeated call gets the stored answer, or waits for the call that still runs. An answer of 500 and above is not stored: the next attempt sends the same key to the device, which executes a key only once.',
  'If-Match': 'The `ETag` of the record that the change is based on.',
  ETag: 'The version of a record.',
  'Retry-After': 'Seconds to wait; sent with a 429 and with a temporary 503.',
}

type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type ParamsOf<Path extends string> = Record<NameIn<Path>, string>

/** The body of the route's success; `undefined` if there is none. */
export type AnswerOf<Called extends Route> = Called extends { answer: infer Answer extends v.GenericSchema }
  ? v.InferOutput<Answer>
  : undefined
