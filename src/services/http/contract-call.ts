import * as v from 'valibot'
import { errorMessage } from '../../../contract/wire/answers/error-message.ts'
import type { AnswerOf, ParamsOf, Route } from '../../../contract/wire/route.ts'
import type { Log } from '../log/log.ts'
import {
  type CallFailure,
  type CallResult,
  type CallSuccess,
  type NamedFailure,
  type ParseSource,
  parseResult,
} from './call-result.ts'
import type { CallOptions, HttpClient } from './http-client.ts'
import type { Reading } from './readable-answer.ts'
import { filledPath } from './route-path.ts'

type Nothing = Record<never, never>

type QueryOf<Schema extends v.GenericSchema> = {
  [Name in keyof v.InferInput<Schema>]:
    | v.InferInput<Schema>[Name]
    | (undefined extends v.InferInput<Schema>[Name] ? null | undefined : never)
}

type WithParams<Path extends string> = Nothing extends ParamsOf<Path> ? unknown : { params: ParamsOf<Path> }

type WithQuery<Called> = Called extends { query: infer Query extends v.GenericSchema }
  ? Nothing extends v.InferInput<Query>
    ? { query?: QueryOf<Query> }
    : { query: QueryOf<Query> }
  : unknown

type WithBody<Called> = Called extends { body: infer Body extends v.GenericSchema }
  ? Nothing extends v.InferInput<Body>
    ? { body?: v.InferInput<Body> }
    : { body: v.InferInput<Body> }
  : unknown

type WithHeaders<Called> = (Called extends { requestHeaders: readonly 'If-Match'[] }
  ? { ifMatch?: string | null }
  : unknown) &
  (Called extends { idempotent: 'by key' } ? { idempotencyKey?: string | undefined } : unknown)

interface Common {
  signal?: AbortSignal | undefined
  /** Validates the answer; by default in one step. `parseLists` validates long lists in parts. */
  parse?: (result: CallResult, schema: v.GenericSchema, source: ParseSource) => CallResult | Promise<CallResult>
  /** The token of a session other than the current one; a 401 is then returned and does not end the session. */
  token?: string
}

/** The options of a route's call: path parameters, query and body in the schemas' input types, headers. */
export type CallOf<Called extends Route> = WithParams<Called['path']> &
  WithQuery<Called> &
  WithBody<Called> &
  WithHeaders<Called> &
  Common

type Message = v.InferOutput<typeof errorMessage>

type ErrorBodyOf<Called, Status> = Called extends { errorBodies: infer Bodies }
  ? Status extends keyof Bodies
    ? Bodies[Status] extends v.GenericSchema
      ? v.InferOutput<Bodies[Status]>
      : never
    : Message
  : Message

type NamedErrorOf<Called> = Called extends Route
  ? {
      [Status in keyof Called['errors'] & number]: NamedFailure<Status, ErrorBodyOf<Called, Status>>
    }[keyof Called['errors'] & number]
  : never

/** The result of a route's call: answer, error by `named`, another failure, or undefined after a 401. */
export type RouteResult<Called extends Route> =
  | CallSuccess<AnswerOf<Called>>
  | NamedErrorOf<Called>
  | CallFailure
  | undefined

/** Calls a route of the contract (HTTP-6). Rejects only when `signal` aborts. */
export type ContractCall = <Called extends Route>(
  route: Called,
  options: CallOf<Called>,
) => Promise<RouteResult<Called>>

/**
 * Creates calls of the service behind `http`. An invalid answer is logged and becomes a failure. An invalid item of a list
 * is counted, and shown as unknown or left out (HTTP-7).
 */
export function createCall(http: HttpClient, log: Log): ContractCall {
  async function call<Called extends Route>(route: Called, options: CallOf<Called>): Promise<RouteResult<Called>>
  async function call(route: Route, options: SentCall): Promise<CallResult | NamedFailure<number, unknown>> {
    const [path, request] = requestOf(route, options)
    const result = await http.call(path, request)
    if (!result?.ok) return result && named(result, route)
    const source = { log, call: `${route.method} ${route.path}` }
    const { parse = parseResult } = options
    const parsed = await parse(result, route.answer ?? noAnswer, source)
    const reading: Reading | null = parsed?.ok ? parsed : await readableOf(route, result.data)
    if (reading === null) return parsed
    http.noteRead?.({ route: route.path, path, request, unread: reading.unread })
    return { ...result, data: reading.data }
  }
  return call
}

/** Reads an answer with unreadable items; null if the rest of the answer is unreadable, too, or without the code. */
function readableOf(route: Route, data: unknown) {
  return import('./readable-answer.ts').then((code) => code.readableAnswer(route, data)).catch(() => null)
}

interface SentCall extends Common {
  params?: Readonly<Record<string, string>>
  query?: NonNullable<CallOptions['query']>
  body?: unknown
  ifMatch?: string | null
  idempotencyKey?: string | undefined
}

/** The request of a route's call, for the HTTP client. */
export function requestOf<Called extends Route>(
  route: Called,
  options: CallOf<Called>,
): [path: string, options: CallOptions]
export function requestOf(
  { method, path, access }: Route,
  { params = {}, query, body, ifMatch, idempotencyKey, signal, token }: SentCall,
): [path: string, options: CallOptions] {
  return [
    filledPath(path, params),
    {
      method,
      body,
      signal,
      // About one device (LIVE-9).
      cache: 'wordCode' in params ? 'no-store' : undefined,
      ...(query && { query }),
      authenticated: access !== 'everybody' && token === undefined,
      headers: {
        ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    },
  ]
}

/** The answer of a route without a body. A text is another server's page, not an answer of this service. */
const noAnswer = v.pipe(
  v.unknown(),
  v.check((body) => typeof body !== 'string' || body === ''),
  v.transform(() => undefined),
)

function named(failure: CallFailure, route: Route): CallFailure | NamedFailure<number, unknown> {
  const { status, headers } = failure
  if (status === null) return failure
  const bodies: Readonly<Record<number, v.GenericSchema>> = route.errorBodies ?? {}
  const schema = bodies[status]
  const parsed = v.safeParse(schema ?? errorMessage, failure.data)
  if (!parsed.success) return failure
  // A body without its own schema stays unchanged: it may have more than its message.
  const data = schema === undefined ? failure.data : parsed.output
  return { ok: false, error: true, status, named: status, data, ...(headers && { headers }) }
}
