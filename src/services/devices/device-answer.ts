import * as v from 'valibot'
import {
  type Device,
  type DeviceFailureCause,
  deviceError,
  deviceGone,
  deviceNotAsked,
  deviceSchema,
} from '../../../contract/wire/answers/devices/devices.ts'
import { type CallFailure, type CallSuccess, type NamedFailure, unsentText } from '../http/call-result.ts'

/** The result of a call to the device-control service, by its meaning for the device (DEV-3). */
export type DeviceAnswer<Data> =
  | { kind: 'answered'; data: Data }
  /**
   * The service refused the call: a 4xx other than 401, 408 and 429, or an invalid body (status 200). This is no
   * failure of the device. `message` is a text for a person. `fields` has a text for each invalid field of a 422.
   * `current` is the record of a 412. `gone` states whether the device was deleted (404).
   */
  | {
      kind: 'rejected'
      status: number
      message: string
      fields: Readonly<Record<string, string>>
      current?: Device
      gone?: boolean
    }
  /**
   * A failure of the device: no response, timeout, 408, 429 or 5xx. `status` is null without a response; `retryAfterMs`
   * is the wait that the server asks for (`Retry-After`), or null; `cause` is the device's failure, if the service
   * sends it.
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
   * The service did not call the device, or could not receive its answer, for a reason of its own (SCA-4): no failure
   * of the device, and a retry is allowed. `wasSent`: the device may have received the command.
   */
  | { kind: 'notAsked'; wasSent: boolean; message: string; retryAfterMs: number | null }
  /** This computer had no network: nothing was sent (STATE-8). */
  | { kind: 'unsent'; message: string }
  /** 401: the session is already ending (SES-5). */
  | { kind: 'unauthorized' }

/** Classifies a result; `now` in ms since the epoch, for a `Retry-After` that is a date. */
export function deviceAnswer<Data>(
  result: CallSuccess<Data> | CallFailure | NamedFailure<number, unknown> | undefined,
  now: () => number,
): DeviceAnswer<Data> {
  if (result === undefined) return { kind: 'unauthorized' }
  if (result.ok) return { kind: 'answered', data: result.data }
  const { message, fields, current, cause, notAsked, notHeard, gone } = errorBody(result.data)
  if (result.isUnexpected) return { kind: 'rejected', status: 200, message: message ?? refusedText, fields }
  const { status } = result
  if (status === null) {
    if (result.isUnsent) return { kind: 'unsent', message: unsentText }
    return { kind: 'failed', failure: 'noResponse', status, message: noAnswerText, retryAfterMs: null }
  }
  if (!countsAgainstDevice(status))
    return {
      ...{ kind: 'rejected', status, message: message ?? refusedText, fields },
      ...(current && { current }),
      ...(gone !== undefined && { gone }),
    }
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

/** The call exceeded its timeout. */
export function lateAnswer(): DeviceAnswer<never> {
  return { kind: 'failed', failure: 'timeout', status: null, message: lateText, retryAfterMs: null }
}

/** The connection broke before the end of the answer. */
export function cutAnswer(): DeviceAnswer<never> {
  return { kind: 'failed', failure: 'noResponse', status: null, message: noAnswerText, retryAfterMs: null }
}

/** The panel did not send the call, because its input is wrong. */
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
  current: v.fallback(v.optional(deviceSchema), undefined),
  cause: v.fallback(v.optional(deviceError.entries.cause.wrapped), undefined),
  notAsked: v.fallback(v.optional(deviceNotAsked.entries.notAsked.wrapped), undefined),
  notHeard: v.fallback(v.optional(deviceNotAsked.entries.notHeard.wrapped), undefined),
  gone: v.fallback(v.optional(deviceGone.entries.gone.wrapped), undefined),
})

const noBody = {
  message: null,
  fields: {},
  current: undefined,
  cause: undefined,
  notAsked: undefined,
  notHeard: undefined,
  gone: undefined,
}

function errorBody(data: unknown): v.InferOutput<typeof errorBodySchema> {
  const parsed = v.safeParse(errorBodySchema, data)
  return parsed.success ? parsed.output : noBody
}

/** Seconds, or a date that is compared with the server's own `Date` if that header is readable (RFC 9110 §10.2.3). */
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
