import type { FastifyReply, FastifyRequest } from 'fastify'
import { identityOf } from '../access/authentication.ts'
import { Refusal } from '../http/refusal.ts'
import type { Answer, IdempotentCalls } from './idempotent-calls.ts'

const visible = /^[\x21-\x7e]{1,200}$/

/** Answers a POST with the result of `work`, once for each `Idempotency-Key`; 400 for an invalid key. */
export async function answerOnce(
  calls: IdempotentCalls,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (key: string | undefined) => Promise<Answer>,
): Promise<FastifyReply> {
  const key = keyOf(request)
  const { status, body } = await (key === undefined
    ? work(undefined)
    : calls.run({ userId: identityOf(request).account.userId, route: routeOf(request), key, body: request.body }, () =>
        work(key),
      ))
  return reply.code(status).send(body ?? undefined)
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !visible.test(key))
    throw new Refusal(400, { message: 'A chave de idempotência deve ter de 1 a 200 caracteres visíveis.' })
  return key
}

/** Includes the parameters, so that a key counts only for one device. */
function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url} ${JSON.stringify(request.params)}`
}
