import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import type { SessionChange } from '../../services/session/session-tabs.ts'
import type { Grant } from './session-lifetime.ts'

export interface Credentials {
  email: string
  password: string
  remember: boolean
}

/** The server's answer to the right password of a person with a second factor (SES-12). */
export interface Challenge {
  challenge: string
  remember: boolean
}

/** The second step of a sign-in. `code` is a code of the authenticator or a recovery code. */
export interface EnteredCode extends Challenge {
  code: string
}

export interface SessionContext {
  grant: Grant | null
  /** Not null while the sign-in asks for a code. */
  challenge: Challenge | null
  /** E-mail of the person who signs in next, if the previous person offered it. */
  nextEmail?: string | undefined
  /** Why the last sign-in was refused, as a text for the user. */
  refusal: string | null
  /** When the remaining time was last measured, in milliseconds since the epoch. */
  measuredAt: number
  /** Milliseconds by which the last renewal moved the session's end. */
  gainedMs: number
}

export type SessionEvent =
  | { type: 'session.signIn'; credentials: Credentials | EnteredCode }
  /** Returns from the form for the code to the form for e-mail and password. */
  | { type: 'session.startOver' }
  /** `nextEmail`: the e-mail of the person who signs in next. */
  | { type: 'session.signOut'; nextEmail?: string }
  | { type: 'session.continue' }
  | { type: 'session.confirmExpired' }
  /** A server refused this token with a 401 (SES-5). */
  | { type: 'session.refused'; token: string | null }
  /** Another tab signed in, signed out, renewed the session or detected its end (SES-10). */
  | { type: 'session.changedElsewhere'; change: SessionChange }
  | { type: 'user.active' }
  | { type: 'page.shown' }
  /** Local storage was emptied (THM-2). */
  | { type: 'storage.cleared' }

/** Events that the session sends to the root. */
export type SessionReport =
  | { type: 'session.stored'; user: UserRecord }
  | { type: 'session.absent' }
  | { type: 'session.expired' }
