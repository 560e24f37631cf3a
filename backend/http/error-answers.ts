import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type ErrorStatus, errorTexts } from '../../contract/wire/answers/errors.ts'
import { isUnwritable, unwritableText } from '../unwritable-disk.ts'
import { constraintRefusals, violatedConstraint } from './constraint-refusals.ts'
import { Refusal } from './refusal.ts'

/** `told` is a Portuguese message for the caller. */
const errorWithStatus = v.object({ statusCode: v.number(), told: v.optional(v.string()) })

/** SQLSTATEs for text that PostgreSQL cannot store, such as NUL: the text came from the caller. */
const unstorableText = v.object({ code: v.picklist(['22021', '22P05']) })

/**
 * During this time, a further answer with the same route and status is only counted, so that a lost database does not
 * fill the log.
 */
const quietMs = 10_000

const withCode = v.object({ code: v.string() })
const retrySoon = { 'retry-after': '5' }

/**
 * Sends every error, also an error of Fastify itself, as the error body of the contract. `adjust` may extend the
 * refusal. Logs each 5xx (OPS-2).
 */
export function answerErrors(app: FastifyInstance, adjust = (refusal: Refusal) => refusal): void {
  const logged = new Map<string, { at: number; omitted: number }>()

  function logUnavailable(request: FastifyRequest, status: number, error: unknown): void {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`
    const key = `${status} ${route}`
    const { at, omitted } = logged.get(key) ?? { at: Number.NEGATIVE_INFINITY, omitted: 0 }
    if (performance.now() - at < quietMs) return void logged.set(key, { at, omitted: omitted + 1 })
    logged.set(key, { at: performance.now(), omitted: 0 })
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const reason = cause instanceof Error ? cause.message : undefined
    const code = v.is(withCode, cause) ? cause.code : undefined
    request.log.warn({ route, status, reason, code, ...(omitted > 0 && { omitted }) }, 'request refused')
  }

  app.setErrorHandler((error, request, reply) => {
    const refusal = adjust(asRefusal(error))
    if (refusal.status === 500) request.log.error({ err: error }, 'request failed')
    else if (refusal.status > 500) logUnavailable(request, refusal.status, error)
    const constraint = violatedConstraint(error)
    // Without the error, which contains the values of the row.
    if (constraint !== undefined) request.log.warn({ constraint }, 'constraint violated')
    // Fastify would end the connection before the body is read: a proxy that still sends the body answers 502 then.
    if (refusal.status === 413) reply.removeHeader('connection')
    return sendRefusal(reply, refusal)
  })
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8').send(refusal.body)
}

/** Converts an error to a refusal; an error without a known status becomes a 500 without details. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (v.is(unstorableText, error)) return new Refusal(400)
  if (isUnwritable(error)) return new Refusal(503, { message: unwritableText, headers: retrySoon })
  const violated = constraintRefusals[violatedConstraint(error) ?? '']
  if (violated !== undefined) {
    const { status, message, field } = violated
    return new Refusal(status, { message, ...(field !== undefined && { fields: { [field]: message } }) })
  }
  const parsed = v.safeParse(errorWithStatus, error)
  if (!parsed.success) return new Refusal(500)
  const status = knownStatus(parsed.output.statusCode)
  return new Refusal(status, {
    ...(parsed.output.told !== undefined && { message: parsed.output.told }),
    ...(status === 503 && { headers: retrySoon }),
  })
}

function knownStatus(status: number): ErrorStatus {
  if (isErrorStatus(status)) return status
  return status >= 400 && status < 500 ? 400 : 500
}

function isErrorStatus(status: number): status is ErrorStatus {
  return status in errorTexts
}
