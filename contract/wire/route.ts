import type * as v from 'valibot'
import type { Right } from '../rights.ts'
import type { ErrorStatus } from './answers/errors.ts'

/** `api` lies under `apiUrl`, `device` under `deviceUrl` of `/config.json` (CFG-1), `page` beside the panel's files. */
export type RouteBase = 'api' | 'device' | 'page'

/** Records that a call leaves in the chain (EVI-1): kinds of records, records that the panel declares, or the reason for none. */
export type RouteRecords = readonly [string, ...string[]] | 'declared' | { none: string }

/** One call of the contract; a call that writes says which records the call leaves. */
export type Route = AnyRoute &
  ({ method: 'GET'; records?: RouteRecords } | { method: 'POST' | 'PUT' | 'DELETE'; records: RouteRecords })

/** Parameters of the path are opaque texts, never empty. */
interface AnyRoute {
  base: RouteBase
  /** With `:name` for a parameter; `:userId` is the caller's own. */
  path: string
  /** Who may call the route: everybody, every signed-in person, every person with the right, or a wall with the token of its link. */
  access: 'everybody' | 'signedIn' | 'wall' | Right
  /** What the route does, beyond what its schemas say. */
  summary: string
  query?: v.GenericSchema
  /** A JSON body; 'spreadsheet' is a form with one file. */
  body?: v.GenericSchema | 'spreadsheet'
  requestHeaders?: readonly ('Idempotency-Key' | 'If-Match')[]
  /** Headers of a successful answer. */
  responseHeaders?: readonly 'ETag'[]
  /** Status of a success. */
  status: 200 | 201 | 202 | 204
  /** Absent where a success has no JSON body. */
  answer?: v.GenericSchema
  /** Media type of a success that is not JSON. */
  mediaType?: 'text/html'
  /** When it answers which error, beyond `errorsOfAll`. */
  errors: Readonly<Partial<Record<ErrorStatus, string>>>
  /** Of errors that carry more than `errorBody`. */
  errorBodies?: Readonly<Partial<Record<ErrorStatus, v.GenericSchema>>>
}

const call = { base: 'api', status: 200, errors: {} } as const

/** Where a route of each method begins: under `apiUrl`, with an answer, and with no errors beyond `errorsOfAll`. */
export const get = { ...call, method: 'GET' } as const
export const post = { ...call, method: 'POST' } as const
export const put = { ...call, method: 'PUT' } as const
export const remove = { ...call, method: 'DELETE', status: 204 } as const

/** Errors of a call about a condominium that it names. */
export const errorsOfCondominium = {
  403: 'not one of this person’s condominiums',
  404: 'no such condominium, or another customer’s',
} as const
/** Errors of a call in which `userId` may name the caller alone. */
export const errorsOfSelf = {
  403: 'a colleague’s `userId`',
  404: 'anybody else’s `userId`',
  422: '`userId` twice',
} as const

/** What every call may be answered with, and when. */
export const errorsOfAll: Readonly<Partial<Record<ErrorStatus, string>>> = {
  400: 'no JSON, no object where one is wanted, or a text that cannot be stored',
  401: 'no token, or a dead one (`WWW-Authenticate: Bearer`); not where everybody is answered',
  413: 'a body of more than 1 MiB',
  415: 'a body of another type than JSON',
  500: 'a failure inside',
  503: 'the server is going down, or cannot reach its database or write to it (`Retry-After`)',
}

/** Headers that mean something to a call. */
export const headerRules: Readonly<Record<string, string>> = {
  Authorization: '`Bearer` and the token of the sign-in, on every call that does not answer everybody.',
  'X-XSRF-TOKEN':
    'The value of the cookie `XSRF-TOKEN`, on every POST, PUT, PATCH and DELETE that carries the cookie (HTTP-3); else 403.',
  'Idempotency-Key':
    'Kept 24 h for each user and route with its parameters: a repeat joins a call that still runs and gets its answer again; an answer of 500 and above is not kept, and the next try carries the key on to the device, which acts once for each.',
  'If-Match': 'The `ETag` of the record that the change was made from.',
  ETag: 'The version of a record.',
  'Retry-After': 'Seconds to wait, with a 429 and where a 503 may pass.',
}

type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parameters of a path. */
export type ParamsOf<Path extends string> = Record<NameIn<Path>, string>

/** The body of the route's success; `undefined` where it has none. */
export type AnswerOf<Called extends Route> = Called extends { answer: infer Answer extends v.GenericSchema }
  ? v.InferOutput<Answer>
  : undefined
