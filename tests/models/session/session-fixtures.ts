import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import type { Credentials } from '../../../src/machines/session/session-protocol.ts'

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute

export const ana: UserRecord = {
  userId: 'u1',
  customersId: 'k1',
  condominiumsId: ['c1'],
  permissions: [],
  type: 'operator',
  name: 'Ana',
}

/** The same person, after an administrator granted her a right (ACC-2). */
export const promoted: UserRecord = { ...ana, permissions: ['users:write'] }

export const bento: UserRecord = { ...ana, userId: 'u2', name: 'Bento' }

/** A session in the models; times in milliseconds since the start. */
export interface ModelGrant {
  token: string
  remember: boolean
  signedInAt: number
  endsAt: number
}

/** Sessions that a browser may have stored: each ends in `leftMs` and began `ageMs` ago. */
export const kept = {
  plenty: { leftMs: 50 * minute, ageMs: 10 * minute, remember: false },
  little: { leftMs: 4 * minute, ageMs: 56 * minute, remember: false },
  seconds: { leftMs: 5 * second, ageMs: 59 * minute, remember: false },
  remembered: { leftMs: 20 * minute, ageMs: 40 * minute, remember: true },
  /** Session on a shared computer: ends with the browser; a reload does not turn it into a remembered session. */
  bound: { leftMs: 50 * minute, ageMs: 10 * minute, remember: false },
  nearLimit: { leftMs: 20 * minute, ageMs: 11.5 * hour, remember: false },
} as const

export type Kept = keyof typeof kept

export function keptGrant(name: Kept, now: number): ModelGrant {
  const { leftMs, ageMs, remember } = kept[name]
  return { token: `token of ${name}`, remember, signedInAt: now - ageMs, endsAt: now + leftMs }
}

export function credentials(remember: boolean): Credentials {
  return { email: 'ana@guarita.test', password: 'segredo', remember }
}
