import * as v from 'valibot'
import type { Log } from '../log/log.ts'
import { pageCookies } from '../storage/page-cookies.ts'

const cookieName = 'session'
/** For a session without a usable end (SES-2). */
export const defaultLifetimeMs = 60 * 60_000

const cookieSchema = v.object({
  token: v.pipe(v.string(), v.nonEmpty()),
  /** An ISO date-time; any other value counts as absent (SES-2). */
  expiration: v.fallback(v.string(), ''),
  remember: v.optional(v.unknown()),
})

/** Content of the cookie `session`; `expiresAt` in milliseconds. */
export interface CookieSession {
  token: string
  expiresAt: number
  remember: boolean
}

export interface SessionCookie {
  /** The session, or null; an unreadable cookie is deleted and counts as absent (SES-4). */
  read(): CookieSession | null
  /** Replaces an earlier cookie; the cookie expires with the session (SES-1). */
  write(session: CookieSession): void
  remove(): void
}

/** @param isShared a session that is not remembered ends with the browser (`sharedComputer` of `/config.json`) */
export function createSessionCookie(
  log: Log,
  { secure, isShared, now }: { secure: boolean; isShared: boolean; now: () => number },
): SessionCookie {
  const remove = () => pageCookies.remove(cookieName)
  return {
    read() {
      const text = pageCookies.get(cookieName)
      if (text === undefined) return null
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), cookieSchema), text)
      if (!parsed.success) {
        log.warn('Cookie de sessão ilegível: removido.', parsed.issues[0].message)
        remove()
        return null
      }
      const { token, expiration, remember } = parsed.output
      return { token, expiresAt: Date.parse(expiration) || now() + defaultLifetimeMs, remember: Boolean(remember) }
    },
    write({ token, expiresAt, remember }) {
      const expires = new Date(expiresAt)
      pageCookies.set(
        cookieName,
        JSON.stringify({ token, expiration: expires.toISOString(), remember }),
        `sameSite=lax${secure ? '; secure' : ''}${isShared && !remember ? '' : `; expires=${expires.toUTCString()}; max-age=${Math.round((expiresAt - now()) / 1000)}`}`,
      )
    },
    remove,
  }
}
