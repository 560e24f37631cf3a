import type * as v from 'valibot'
import { type lifetime, renewAnswer, signInAnswer, type UserRecord } from '../../../contract/wire/answers/session.ts'
import { CallError, dataOf, parseResult } from '../http/call-result.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

const defaultLifetimeMs = 60 * 60_000

/**
 * `user`: the person as he is now, where the server tells (ACC-2). `unanswered`: no answer or 404, so the panel extends the
 * session by itself (SES-6).
 */
export type RenewalAnswer =
  | { kind: 'renewed'; lifetimeMs: number; user?: UserRecord | undefined }
  | { kind: 'unanswered'; user?: undefined }

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
      const { token, user, ...ending } = dataOf(parseResult(result, signInAnswer, { log, call: 'auth/sign-in' }))
      return { token, user, lifetimeMs: lifetimeOf(ending, now()) }
    },
    async renew(signal) {
      const result = await http.call('auth/renew', { method: 'POST', signal })
      if (result && !result.ok && (result.status === null || result.status === 404)) return { kind: 'unanswered' }
      const { user, ...ending } = dataOf(parseResult(result, renewAnswer, { log, call: 'auth/renew' }))
      return { kind: 'renewed', lifetimeMs: lifetimeOf(ending, now()), user }
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
function lifetimeOf({ expiration, expiresIn }: v.InferOutput<typeof lifetime>, now: number): number {
  const lifetimeMs = expiresIn === undefined ? Date.parse(expiration) - now : expiresIn * 1000
  return Number.isNaN(lifetimeMs) ? defaultLifetimeMs : lifetimeMs
}
