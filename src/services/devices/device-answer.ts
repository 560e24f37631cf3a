import * as v from 'valibot'
import { type DeviceFailureCause, deviceError, deviceNotAsked } from '../../../contract/wire/answers/devices/devices.ts'
import type { CallFailure, CallSuccess, NamedFailure } from '../http/call-result.ts'

/** What a call to the device-control service came to, sorted by what it says about the device (DEV-3). */
export type DeviceAnswer<Data> =
  | { kind: 'answered'; data: Data }
  /**
   * The service answers, and says no: a 4xx other than 401, 408 and 429, or a body that fits no schema (status 200). Says
   * nothing against the device. `message` is a text for a person, `fields` one for each invalid field of a 422.
   */
  | { kind: 'rejected'; status: number; message: string; fields: Readonly<Record<string, string>> }
  /**
   * Counts against the device: no response, time-out, 408, 429 or 5xx. `status` is null where there was no response,
   * `retryAfterMs` the wait that the server asks for (`Retry-After`), or null; `cause` why the device itself gave no answer,
   * where the service tells.
   */
  | {
      kind: 'failed'
      failure: 'timeout' | 'noResponse' | 'status'
      status: number | null
      message: string
      retryAfterMs: number | null
      cause?: DeviceFailureCause
    }
  /**
   * The service says that it did not ask the device, or did not hear it, for a reason of its own (SCA-4): says nothing about the
   * device, and may be tried again. `wasSent`: the device may have got what it was told.
   */
  | { kind: 'notAsked'; wasSent: boolean; message: string; retryAfterMs: number | null }
  /** 401: the session is already on its way out (SES-5). */
  | { kind: 'unauthorized' }

/** Sorts a result; `now` in ms since the epoch, for a `Retry-After` that is a date. */
export function deviceAnswer<Data>(
  result: CallSuccess<Data> | CallFailure | NamedFailure<number, unknown> | undefined,
  now: () => number,
): DeviceAnswer<Data> {
  if (result === undefined) return { kind: 'unauthorized' }
  if (result.ok) return { kind: 'answered', data: result.data }
  const { message, fields, cause, notAsked, notHeard } = errorBody(result.data)
  if (result.isUnexpected) return { kind: 'rejected', status: 200, message: message ?? refusedText, fields }
  const { status } = result
  if (status === null) {
    return { kind: 'failed', failure: 'noResponse', status, message: noAnswerText, retryAfterMs: null }
  }
  if (!countsAgainstDevice(status)) return { kind: 'rejected', status, message: message ?? refusedText, fields }
  if (notAsked || notHeard) {
    const wasSent = notAsked !== true
    const text = message ?? (wasSent ? notHeardText : notAskedText)
    return { kind: 'notAsked', wasSent, message: text, retryAfterMs: retryAfterMs(result, now) }
  }
  return {
    kind: 'failed',
    failure: 'status',
    status,
    message: message ?? brokenText,
    retryAfterMs: retryAfterMs(result, now),
    ...(cause && { cause }),
  }
}

/** The call took longer than its time-out. */
export function lateAnswer(): DeviceAnswer<never> {
  return { kind: 'failed', failure: 'timeout', status: null, message: lateText, retryAfterMs: null }
}

/** The connection broke before the answer's end. */
export function cutAnswer(): DeviceAnswer<never> {
  return { kind: 'failed', failure: 'noResponse', status: null, message: noAnswerText, retryAfterMs: null }
}

/** The call was never made: its input is wrong. */
export function refusedHere(message: string): DeviceAnswer<never> {
  return { kind: 'rejected', status: 400, message, fields: {} }
}

const noAnswerText = 'Sem resposta do serviço de dispositivos. Verifique a conexão e tente novamente.'
const lateText = 'O serviço de dispositivos demorou demais para responder. Tente novamente em instantes.'
const brokenText = 'O serviço de dispositivos não conseguiu responder. Tente novamente em instantes.'
const notAskedText = 'O servidor está ocupado e o dispositivo não foi consultado. Tente novamente em instantes.'
const notHeardText = 'O servidor está ocupado e não ouviu a resposta do dispositivo. Tente novamente em instantes.'
const refusedText = 'O serviço de dispositivos não aceitou o pedido. Confira os dados e tente novamente.'

function countsAgainstDevice(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}

const errorBodySchema = v.object({
  message: v.fallback(v.nullable(v.pipe(v.string(), v.nonEmpty())), null),
  fields: v.fallback(v.record(v.string(), v.string()), {}),
  cause: v.fallback(v.optional(deviceError.entries.cause.wrapped), undefined),
  notAsked: v.fallback(v.optional(deviceNotAsked.entries.notAsked.wrapped), undefined),
  notHeard: v.fallback(v.optional(deviceNotAsked.entries.notHeard.wrapped), undefined),
})

const noBody = { message: null, fields: {}, cause: undefined, notAsked: undefined, notHeard: undefined }

function errorBody(data: unknown): v.InferOutput<typeof errorBodySchema> {
  const parsed = v.safeParse(errorBodySchema, data)
  return parsed.success ? parsed.output : noBody
}

/** Seconds, or a date that is compared with the server's own clock where it may be read (RFC 9110 §10.2.3). */
function retryAfterMs({ headers }: Pick<CallFailure, 'headers'>, now: () => number): number | null {
  const value = headers?.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = httpDate(value)
  if (at === null) return null
  return Math.max(at - (httpDate(headers?.get('date') ?? '') ?? now()), 0)
}

function httpDate(value: string): number | null {
  const time = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}
