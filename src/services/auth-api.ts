import * as v from 'valibot'
import { CallError, dataOf, parseResult } from './call-result.ts'
import type { HttpClient } from './http-client.ts'
import type { Log } from './log.ts'
import { type UserRecord, userSchema } from './user-record.ts'

const defaultLifetimeMs = 60 * 60_000

const lifetimeEntries = { expiration: v.optional(v.unknown()), expiresIn: v.optional(v.unknown()) }
const signInSchema = v.object({ token: v.pipe(v.string(), v.nonEmpty()), user: userSchema, ...lifetimeEntries })
const renewalSchema = v.object(lifetimeEntries)

/** `unanswered`: no answer or 404, so the panel extends the session by itself (SES-6). */
export type RenewalAnswer = { kind: 'renewed'; lifetimeMs: number } | { kind: 'unanswered' }

export interface AuthApi {
  /** Throws a `CallError` with a text for a person (A11Y-1). */
  signIn(
    credentials: { email: string; password: string; remember: boolean },
    signal: AbortSignal,
  ): Promise<{ token: string; lifetimeMs: number; user: UserRecord }>
  /** Throws a `CallError` for a status that is neither success nor 404. */
  renew(signal: AbortSignal): Promise<RenewalAnswer>
  /** Best effort: what comes back does not matter (SES-8). */
  revoke(token: string, signal: AbortSignal): Promise<void>
}

/** The session calls of contract "Session". */
export function createAuthApi(http: HttpClient, log: Log, now: () => number): AuthApi {
  return {
    async signIn(credentials, signal) {
      const result = await http.call('auth/sign-in', {
        method: 'POST',
        body: credentials,
        signal,
        authenticated: false,
      })
      if (result && !result.ok && (result.status === 400 || result.status === 401))
        throw new CallError('E-mail ou senha inválidos', result.status)
      const { token, user, ...lifetime } = dataOf(parseResult(result, signInSchema, { log, call: 'auth/sign-in' }))
      return { token, user, lifetimeMs: lifetimeOf(lifetime, now()) }
    },
    async renew(signal) {
      const result = await http.call('auth/renew', { method: 'POST', signal })
      if (result && !result.ok && (result.status === null || result.status === 404)) return { kind: 'unanswered' }
      const lifetime = dataOf(parseResult(result, renewalSchema, { log, call: 'auth/renew' }))
      return { kind: 'renewed', lifetimeMs: lifetimeOf(lifetime, now()) }
    },
    async revoke(token, signal) {
      await http.call('auth/sign-out', {
        method: 'POST',
        signal,
        authenticated: false,
        headers: { authorization: `Bearer ${token}` },
      })
    },
  }
}

/** `expiresIn` (s) counts from the answer and needs no right clock; else `expiration`; else an hour (SES-2, SES-9). */
function lifetimeOf({ expiration, expiresIn }: { expiration?: unknown; expiresIn?: unknown }, now: number): number {
  if (typeof expiresIn === 'number' && Number.isFinite(expiresIn)) return expiresIn * 1000
  const time = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN
  return Number.isNaN(time) ? defaultLifetimeMs : time - now
}
