import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tables } from '../database/tables.ts'
import { isSameSecret } from '../http/same-secret.ts'

const cookieName = 'guarita-browser'

/** `isKnown`: the id comes from an earlier sign-in and was not made for this request. */
export type Browser = { id: string; isKnown: boolean }

export type BrowserMarks = ReturnType<typeof browserMarks>

/**
 * Reads and writes the cookie that identifies a browser at its next sign-in (OPS-4): an id with its HMAC. The database,
 * not the cookie, stores the people who signed in from this browser.
 */
export function browserMarks(key: string) {
  const macOf = (id: string) => createHmac('sha256', key).update(`browser ${id}`).digest('base64url')
  return {
    of({ cookies }: FastifyRequest): Browser {
      const [id = '', mac = ''] = (cookies[cookieName] ?? '').split('.')
      return isSameSecret(mac, macOf(id)) ? { id, isKnown: true } : { id: randomUUID(), isKnown: false }
    },
    send(request: FastifyRequest, reply: FastifyReply, { id }: Browser): void {
      reply.setCookie(cookieName, `${id}.${macOf(id)}`, {
        path: '/rest/auth/sign-in',
        httpOnly: true,
        sameSite: 'strict',
        secure: request.protocol === 'https',
        maxAge: tables.sign_in_places.retention.keepMs / 1000,
      })
    },
  }
}
