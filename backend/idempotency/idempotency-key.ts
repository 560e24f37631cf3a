import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http/refusal.ts'

const visible = /^[\x21-\x7e]{1,200}$/

/** Returns the `Idempotency-Key` of a request, or undefined. Throws 400 for an invalid key. */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !visible.test(key))
    throw new Refusal(400, { message: 'A chave de idempotência deve ter de 1 a 200 caracteres visíveis.' })
  return key
}

/** Includes the parameters, so that a key counts only for one device. */
export function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url} ${JSON.stringify(request.params)}`
}
