import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { type ErrorStatus, errorTexts } from '../../contract/wire/answers/errors.ts'
import { Refusal } from './refusal.ts'

/** `told`, in Portuguese, is for whoever called. */
const errorWithStatus = v.object({ statusCode: v.number(), told: v.optional(v.string()) })

/** What PostgreSQL says of text with a NUL in it, which it cannot hold: the text came from the caller. */
const unstorableText = v.object({ code: v.picklist(['22021', '22P05']) })

/** Every error of every route, the framework's own included, leaves as the contract's error body; `told` may add to it. */
export function answerErrors(app: FastifyInstance, told = (refusal: Refusal) => refusal): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = told(asRefusal(error))
    if (refusal.status === 500) request.log.error({ err: error }, 'request failed')
    return sendRefusal(reply, refusal)
  })
}

/** Sends `refusal` as the answer. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8').send(refusal.body)
}

/** What an error means to the caller; one that carries no known status is a 500 and tells nothing more. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (v.is(unstorableText, error)) return new Refusal(400)
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
