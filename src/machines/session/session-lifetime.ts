import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import type { RenewalAnswer } from '../../services/session/auth-api.ts'
import type { Session } from '../../services/session/session-store.ts'

const minuteMs = 60_000

/** Session times in milliseconds. */
export const sessionTimes = {
  /** spec §9: the extension if the server returns no lifetime. */
  lifetimeMs: 60 * minuteMs,
  /** SES-9: remaining time below which renewal starts. */
  nearEndMs: 30 * minuteMs,
  /** SES-9: remaining time below which the warning is shown. */
  warningMs: 5 * minuteMs,
  /** SES-9: maximum duration of a session since the sign-in. */
  longestMs: 12 * 60 * minuteMs,
  /** SES-6 "no answer": timeout of a renewal. */
  renewalTimeoutMs: 10_000,
  /** Delay before the next renewal after one without effect. */
  renewalRetryMs: minuteMs,
  /** A renewal that gains less than this has no effect: the limit is reached. */
  leastGainMs: minuteMs,
  /** SES-8 "best effort": timeout of the sign-out call. */
  revocationTimeoutMs: 5_000,
} as const

/** A valid session and its user. */
export interface Grant {
  session: Session
  user: UserRecord
}

/** The answer to a sign-in. `lifetimeMs` counts from the answer, so a wrong clock has no effect (SES-9). */
export interface SignInAnswer {
  token: string
  lifetimeMs: number
  remember: boolean
  user: UserRecord
}

/** The grant for a sign-in answered at `now`, valid for 12 h at most (SES-9). */
export function signedInGrant({ token, lifetimeMs, remember, user }: SignInAnswer, now: number): Grant {
  const expiresAt = now + Math.min(lifetimeMs, sessionTimes.longestMs)
  return { session: { token, remember, signedInAt: now, expiresAt }, user }
}

/** From a page load on, the session is remembered (spec §4 "Session"). */
export function rememberedGrant(grant: Grant): Grant {
  return { ...grant, session: { ...grant.session, remember: true } }
}

/**
 * The grant after a renewal answered at `now`, at most 12 h after the sign-in, and by how much its end moved. The user
 * is replaced by the one in the answer (ACC-2).
 * Without an answer, an ended session is not extended: the computer may have slept past the end.
 */
export function renewedGrant(grant: Grant, answer: RenewalAnswer, now: number): { grant: Grant; gainedMs: number } {
  const { session, user } = grant
  if (answer.kind === 'unanswered' && session.expiresAt <= now) return { grant, gainedMs: 0 }
  const lifetimeMs = answer.kind === 'renewed' ? answer.lifetimeMs : sessionTimes.lifetimeMs
  const expiresAt = Math.min(now + lifetimeMs, session.signedInAt + sessionTimes.longestMs)
  return {
    grant: { session: { ...session, expiresAt }, user: answer.user ?? user },
    gainedMs: expiresAt - session.expiresAt,
  }
}

/** End of a grant in milliseconds since the epoch; 0 without a grant. */
export function endOf(grant: Grant | null): number {
  return grant?.session.expiresAt ?? 0
}
