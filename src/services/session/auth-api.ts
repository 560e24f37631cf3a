import type * as v from 'valibot'
import type { lifetime, UserRecord } from '../../../contract/wire/answers/session.ts'
import { sessionRoutes } from '../../../contract/wire/routes/session.ts'
import { CallError, dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'
import { defaultLifetimeMs } from './session-cookie.ts'

/**
 * `user`: the current person, if the server sends it (ACC-2). `unanswered`: no answer or 404; the panel extends the
 * session by itself (SES-6).
 */
export type RenewalAnswer =
  | { kind: 'renewed'; lifetimeMs: number; user?: UserRecord | undefined }
  | { kind: 'unanswered'; user?: undefined }

/** The contract's calls, and the clock in ms since the epoch. */
export interface AuthParts {
  call: ContractCall
  now: () => number
}

/** Keys of sign-ins without a success, by their content: the repetition after a lost answer begins no second session. */
const keys: Record<string, string> = {}

/** A new session. `lifetimeMs` counts from the arrival of the answer. */
export interface NewSession {
  token: string
  lifetimeMs: number
  user: UserRecord
}

/**
 * Resolves to the session, or to the challenge if the person has a second factor (SES-12). Throws a `CallError` with a
 * text for a person (A11Y-1).
 */
export async function signIn(
  { call, now }: AuthParts,
  body: { email: string; password: string; remember: boolean },
  signal: AbortSignal,
): Promise<NewSession | { challenge: string }> {
  // After ten minutes a repetition is a new intention.
  const content = JSON.stringify([body, Math.round(now() / 600_000)])
  keys[content] ??= crypto.getRandomValues(new Uint8Array(16)).join()
  const result = await call(sessionRoutes.signIn, { body, signal, idempotencyKey: keys[content] })
  if (result?.ok) delete keys[content]
  else if (result?.status === 400 || result?.status === 401)
    throw new CallError('E-mail ou senha inválidos', result.status)
  const answer = dataOf(result)
  return 'challenge' in answer ? answer : { ...answer, lifetimeMs: lifetimeOf(answer, now()) }
}

/** Throws a `CallError` for a status that is neither success nor 404. */
export async function renewSession({ call, now }: AuthParts, signal: AbortSignal): Promise<RenewalAnswer> {
  const result = await call(sessionRoutes.renew, { signal })
  const isUnanswered = result?.ok === false && (result.status ?? 404) === 404 && !result.isUnexpected
  if (isUnanswered) return { kind: 'unanswered' }
  const answer = dataOf(result)
  return { ...answer, kind: 'renewed', lifetimeMs: lifetimeOf(answer, now()) }
}

/** `expiresIn` (s) needs no correct clock; otherwise `expiration`; otherwise one hour (SES-2, SES-9). */
export function lifetimeOf({ expiration, expiresIn }: v.InferOutput<typeof lifetime>, now: number): number {
  const lifetimeMs = expiresIn === undefined ? Date.parse(expiration) - now : expiresIn * 1000
  return Number.isNaN(lifetimeMs) ? defaultLifetimeMs : lifetimeMs
}
