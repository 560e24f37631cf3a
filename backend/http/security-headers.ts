import type { IncomingMessage, Server } from 'node:http'
import { peerCheck } from './connection-limits.ts'
import { Refusal } from './refusal.ts'

/** Headers of every answer: of routes, files, polling sockets and errors. Pages and files replace the policy with their own policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const yearOfHttps = 'max-age=31536000'

/**
 * Sets `securityHeaders` on every answer, and `Strict-Transport-Security` if a trusted proxy received the request by https. Call this after the
 * sockets are attached: Socket.IO answers its requests before any route.
 */
export function secureAnswers(server: Server, trustedProxies: string[]): void {
  const isTrusted = peerCheck(trustedProxies)
  server.prependListener('request', (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    const [protocol] = (request.headersDistinct['x-forwarded-proto'] ?? []).flatMap((each) => each.split(',')).slice(-1)
    if (protocol?.trim() === 'https' && isTrusted(request.socket))
      response.setHeader('strict-transport-security', yearOfHttps)
  })
}

/**
 * Headers that decide about access. If a request repeats such a header, Node uses the first value, but a proxy may have used another value.
 */
const onlyOnce = ['host', 'authorization', 'content-type', 'origin', 'x-xsrf-token', 'idempotency-key', 'if-match']

export function hasRepeatedHeader({ headersDistinct }: IncomingMessage): boolean {
  return onlyOnce.some((name) => (headersDistinct[name]?.length ?? 0) > 1)
}

export function repeatedHeader(): Refusal {
  return new Refusal(400, { message: 'O pedido tem duas vezes um cabeçalho que só pode vir uma vez.' })
}
