import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { type ErrorStatus, errorTexts } from '../../contract/wire/answers/errors.ts'
import { constraintRefusals, violatedConstraint } from './constraint-refusals.ts'
import { Refusal } from './refusal.ts'

/** `told` is a Portuguese message for the caller. */
const errorWithStatus = v.object({ statusCode: v.number(), told: v.optional(v.string()) })

/** SQLSTATEs for text that PostgreSQL cannot store, such as NUL: the text came from the caller. */
const unstorableText = v.object({ code: v.picklist(['22021', '22P05']) })

/** Sends every error of every route, also Fastify's own, as the contract's error body; `adjust` may extend the refusal. */
export function answerErrors(app: FastifyInstance, adjust = (refusal: Refusal) => refusal): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = adjust(asRefusal(error))
    if (refusal.status === 500) request.log.error({ err: error }, 'request failed')
    const constraint = violatedConstraint(error)
    // Without the error, which contains the values of the row.
    if (constraint !== undefined) request.log.warn({ constraint }, 'constraint violated')
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
    ...(status === 503 && { headers: { 'retry-after': '5' } }),
  })
}

function knownStatus(status: number): ErrorStatus {
  if (isErrorStatus(status)) return status
  return status >= 400 && status < 500 ? 400 : 500
}

function isErrorStatus(status: number): status is ErrorStatus {
  return status in errorTexts
}
