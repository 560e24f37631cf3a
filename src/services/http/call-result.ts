import * as v from 'valibot'
import { errorMessage } from '../../../contract/wire/answers/error-message.ts'
import type { Log } from '../log/log.ts'

export interface CallSuccess<Data> {
  ok: true
  named?: undefined
  data: Data
  headers: Headers
}

/** `status` is null without a response; `data` is then the text of spec §8. */
export interface CallFailure {
  ok: false
  named?: undefined
  error: true
  status: number | null
  data: unknown
  headers?: Headers
  /** The status was a success, but the body is invalid. */
  isUnexpected?: true
  /** Without a response: this computer had no network, so nothing was sent (STATE-8). */
  isUnsent?: true
}

/** An error of the contract, named by its status; `data` is the body in the route's schema. */
export interface NamedFailure<Status extends number, Body> {
  ok: false
  named: Status
  error: true
  status: Status
  data: Body
  headers?: Headers
  isUnexpected?: undefined
  isUnsent?: undefined
}

/** Result of a call (HTTP-1); `undefined` after a 401, when the session is already ending (SES-5). */
export type CallResult<Data = unknown> = CallSuccess<Data> | CallFailure | undefined

export const noResponseText = 'An unexpected error occurred.'

/** Text for a call that was not sent; stays true when the network has returned (STATE-8). */
export const unsentText = 'Nada foi enviado: este computador estava sem rede.'

/** A call without a usable result; `message` is a text for a person. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** Null without a response; 401 if the server refused the session. */
  readonly status: number | null
  /** Seconds to wait (`Retry-After`), or null. */
  readonly retryAfterS: number | null
  readonly isUnsent: boolean

  constructor(message: string, status: number | null, retryAfterS: number | null = null, isUnsent = false) {
    super(message)
    this.status = status
    this.retryAfterS = retryAfterS
    this.isUnsent = isUnsent
  }
}

/** `call` is the call's name in the log. */
export interface ParseSource {
  log: Log
  call: string
}

/** Validates a result's data; invalid data is logged and becomes a failure (HTTP-7). */
export function parseResult<Schema extends v.GenericSchema>(
  result: CallResult,
  schema: Schema,
  { log, call }: ParseSource,
): CallResult<v.InferOutput<Schema>> {
  if (!result?.ok) return result
  const parsed = v.safeParse(schema, result.data)
  if (parsed.success) return { ok: true, data: parsed.output, headers: result.headers }
  log.warn(`Resposta inesperada do servidor em ${call}.`, parsed.issues[0].message)
  return {
    ok: false,
    error: true,
    status: null,
    isUnexpected: true,
    data: { error: true, message: 'O servidor respondeu algo inesperado. Tente novamente.' },
  }
}

/** The data of a result; throws a `CallError` with the server's text for a person. */
export function dataOf<Data>(result: CallResult<Data> | NamedFailure<number, unknown>): Data {
  if (result === undefined) throw new CallError('Sua sessão não é mais válida. Entre novamente.', 401)
  if (result.ok) return result.data
  const { status, headers, isUnsent } = result
  throw new CallError(isUnsent ? unsentText : failureText(result), status, retryAfter(headers), isUnsent)
}

function failureText({ status, data }: Pick<CallFailure, 'status' | 'data'>): string {
  if (v.is(errorMessage, data)) return data.message
  if (status === null) return 'O servidor não respondeu. Tente novamente em instantes.'
  return 'O servidor não conseguiu responder. Tente novamente em instantes.'
}

function retryAfter(headers: Headers | undefined): number | null {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}
