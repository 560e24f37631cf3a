import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'
import { isSameSecret } from './same-secret.ts'

const cookieName = 'XSRF-TOKEN'
const headerName = 'x-xsrf-token'
const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** A write that carries the cookie `XSRF-TOKEN` must repeat it in the header `X-XSRF-TOKEN`, else 403 (contract "Session"). */
export function refuseForgedWrites(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    const cookie = request.cookies[cookieName]
    if (cookie === undefined || !writing.has(request.method)) return
    const header = request.headers[headerName]
    if (typeof header !== 'string' || !isSameSecret(header, cookie))
      throw new Refusal(403, { message: 'A requisição não veio do painel. Recarregue a página.' })
  })
}

/** Gives the page its token; one that the browser already has stays, so that open tabs keep working. */
export function setXsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (hasXsrfCookie(request)) return
  const token = randomBytes(32).toString('base64url')
  reply.setCookie(cookieName, token, { path: '/', sameSite: 'strict', secure: request.protocol === 'https' })
}

/** Whether this browser has been here since it was opened. */
export function hasXsrfCookie({ cookies }: FastifyRequest): boolean {
  return /^[\w-]{43}$/.test(cookies[cookieName] ?? '')
}
