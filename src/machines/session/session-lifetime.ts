import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import type { RenewalAnswer } from '../../services/session/auth-api.ts'
import type { Session } from '../../services/session/session-store.ts'

const minuteMs = 60_000

/** Session times in milliseconds. */
export const sessionTimes = {
  /** spec §9: what a session is extended to where the server does not say. */
  lifetimeMs: 60 * minuteMs,
  /** SES-9: renewal starts when less than this is left. */
  nearEndMs: 30 * minuteMs,
  /** SES-9: the warning shows when less than this is left. */
  warningMs: 5 * minuteMs,
  /** SES-9: no session is extended beyond this after the sign-in. */
  longestMs: 12 * 60 * minuteMs,
  /** SES-6 "no answer": how long a renewal is waited for. */
  renewalTimeoutMs: 10_000,
  /** How long after a renewal that brought nothing the next one is tried. */
  renewalRetryMs: minuteMs,
  /** A renewal that brings less than this brings nothing: the limit is reached. */
  leastGainMs: minuteMs,
  /** SES-8 "best effort": how long a sign-out waits for the server. */
  revocationTimeoutMs: 5_000,
} as const

/** A session in force, and whose it is. */
export interface Grant {
  session: Session
  user: UserRecord
}

/** What a sign-in brings: `lifetimeMs` counts from the answer, so a wrong clock does not matter (SES-9). */
export interface SignInAnswer {
  token: string
  lifetimeMs: number
  remember: boolean
  user: UserRecord
}

/** The grant that a sign-in answered at `now` makes, for 12 h at most (SES-9). */
export function signedInGrant({ token, lifetimeMs, remember, user }: SignInAnswer, now: number): Grant {
  const expiresAt = now + Math.min(lifetimeMs, sessionTimes.longestMs)
  return { session: { token, remember, signedInAt: now, expiresAt }, user }
}

/** A page load remembers the session from then on (spec §4 "Session"). */
export function rememberedGrant(grant: Grant): Grant {
  return { ...grant, session: { ...grant.session, remember: true } }
}

/**
 * The grant after a renewal answered at `now`, never beyond 12 h after the sign-in, and by how much its end moved; the person
 * is whoever the answer says he is by now (ACC-2).
 * Without an answer only a session that has not ended is extended: the computer may have slept past its end.
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

/** When a grant ends, in milliseconds since the epoch; without one, it has. */
export function endOf(grant: Grant | null): number {
  return grant?.session.expiresAt ?? 0
}
