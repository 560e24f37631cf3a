import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'
import { isSameSecret } from './same-secret.ts'

const cookieName = 'XSRF-TOKEN'
/**
 * The panel sets this cookie if another application at this host has set `XSRF-TOKEN` as HttpOnly, so that scripts
 * cannot read `XSRF-TOKEN`.
 */
const panelCookieName = 'PANEL-XSRF-TOKEN'
const headerName = 'x-xsrf-token'
const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Requires a write with the cookie `XSRF-TOKEN` to repeat it in the header `X-XSRF-TOKEN`, else 403 (contract "Session"). */
export function refuseForgedWrites(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    if (request.cookies[cookieName] === undefined || !writing.has(request.method)) return
    const header = request.headers[headerName]
    if (typeof header !== 'string' || !tokensOf(scope, request).some((token) => isSameSecret(header, token)))
      throw new Refusal(403, { message: 'A requisição não veio do painel. Recarregue a página.' })
  })
}

/**
 * Returns all tokens of the request. If another application has set a cookie of the same name for the whole domain, the
 * browser sends both cookies.
 */
function tokensOf(scope: FastifyInstance, { headers: { cookie = '' } }: FastifyRequest): string[] {
  return cookie.split(';').flatMap((pair) => {
    const parsed = scope.parseCookie(pair)
    return [parsed[cookieName], parsed[panelCookieName]].filter((token) => token !== undefined)
  })
}

/** Sets the XSRF cookie of the page; keeps an existing one, so that open tabs keep working. */
export function setXsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (hasXsrfCookie(request)) return
  const token = randomBytes(32).toString('base64url')
  reply.setCookie(cookieName, token, { path: '/', sameSite: 'strict', secure: request.protocol === 'https' })
}

/** Returns whether this browser has opened the page since the browser's start. */
export function hasXsrfCookie({ cookies }: FastifyRequest): boolean {
  return /^[\w-]{43}$/.test(cookies[cookieName] ?? '')
}
