import type * as v from 'valibot'
import type { Right } from '../rights.ts'
import { type ErrorStatus, mostBodyMebibytes } from './answers/errors.ts'

/** `api`: under `apiUrl`; `device`: under `deviceUrl` of `/config.json` (CFG-1); `page`: beside the panel's files. */
export type RouteBase = 'api' | 'device' | 'page'

/** Records that a call leaves in the chain (EVI-1): kinds of records, records that the panel declares, or the reason for none. */
export type RouteRecords = readonly [string, ...string[]] | 'declared' | { none: string }

/**
 * Effect of a repeated write. `by key`: a call with the `Idempotency-Key` of an earlier call gets its answer and does nothing more.
 * `naturally`: a repetition changes nothing more, with or without a key.
 */
export type Idempotence = 'by key' | 'naturally'

/** One route of the contract. A route that writes must declare its `records` and its `idempotent`. */
export type Route = AnyRoute &
  (
    | { method: 'GET'; records?: RouteRecords; idempotent?: undefined }
    | { method: 'POST' | 'PUT' | 'DELETE'; records: RouteRecords; idempotent: Idempotence }
  )

/** Path parameters are opaque texts and never empty. */
interface AnyRoute {
  base: RouteBase
  /** `:name` marks a parameter; `:userId` is the caller's own id. */
  path: string
  /** Allowed callers: everybody, every signed-in person, every person with the right, or a wall or a machine with its own token. */
  access: 'everybody' | 'signedIn' | 'wall' | 'machine' | Right
  /** The person of the session must have entered their password within `proofHoldsMinutes`, else 403 with `reauthenticate` (ACC-4). */
  proof?: 'recent'
  /** The effect of the route, beyond its schemas. */
  summary: string
  query?: v.GenericSchema
  /** A JSON body; 'spreadsheet' is a form with one file. */
  body?: v.GenericSchema | 'spreadsheet'
  requestHeaders?: readonly 'If-Match'[]
  /** Headers of a successful answer. */
  responseHeaders?: readonly 'ETag'[]
  /**
   * A person can save the whole answer again, and the answer has no `ETag`. A save without an unreadable item would delete
   * the item, so the panel refuses the whole answer (HTTP-7).
   */
  savedWhole?: true
  /** Status of a success. */
  status: 200 | 201 | 202 | 204
  /** Absent if a success has no JSON body. */
  answer?: v.GenericSchema
  /** Media type of a success that is not JSON. */
  mediaType?: 'text/html' | 'multipart/form-data'
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
  400: 'invalid JSON, not an object although the route expects one, a text that cannot be stored, or an invalid `Idempotency-Key`',
  401: 'no token, or an invalid one (`WWW-Authenticate: Bearer`); not on routes without sign-in',
  413: `a body of more than ${mostBodyMebibytes} MiB`,
  415: 'a body that is not JSON',
  500: 'an internal error',
  503: 'the server is shutting down, or cannot reach its database or write to it (`Retry-After`)',
}

/** Headers of a request to the route, beside those of every call. */
export function requestHeadersOf({ idempotent, requestHeaders = [] }: Route): readonly string[] {
  return idempotent === 'by key' ? ['Idempotency-Key', ...requestHeaders] : requestHeaders
}

/** Own errors of the route, with those of its declarations. */
export function errorsOf({ idempotent, proof, errors }: Route): Route['errors'] {
  const oneOf = (...reasons: (string | undefined)[]) => reasons.filter((each) => each !== undefined).join(', or ')
  return {
    ...errors,
    ...(proof === 'recent' && { 403: oneOf(errors[403], noProof) }),
    ...(idempotent === 'by key' && { 422: oneOf(errors[422], usedKey) }),
  }
}

/** Minutes for which a session needs no further proof after its person proved their identity (ACC-4). */
export const proofHoldsMinutes = 10
const noProof = `\`reauthenticate: true\`, if the password was last entered more than ${proofHoldsMinutes} minutes ago`
const usedKey = 'the `Idempotency-Key` was used with another body'

/** Headers that the server or the panel interprets. */
export const headerRules: Readonly<Record<string, string>> = {
  Authorization: '`Bearer` and the token of the sign-in, on every route that needs a sign-in.',
  'X-XSRF-TOKEN':
    'The value of the cookie `XSRF-TOKEN` (or of `PANEL-XSRF-TOKEN`, if another application has set the former as HttpOnly), on every POST, PUT, PATCH and DELETE that carries the cookie (HTTP-3); otherwise 403.',
  'Idempotency-Key':
    'On every write that names it: an unguessable text, one for each intention of a person, sent again with each attempt. The server stores the answer for 24 h per user and route with its parameters, so that only the key opens it. A repeated call gets the stored answer, or waits for the call that still runs; with other content (body, query, `If-Match`) it gets 422. An answer of 401, 429, or 500 and above is not stored: the next attempt does the work, and sends the same key to the device, which executes a key only once. A write that does not name the header may be repeated without it, and a server that does not know the header may ignore it.',
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
