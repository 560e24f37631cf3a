import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import { selectedCondominiumKey } from '../condominiums/selected-condominium-key.ts'
import type { Log } from '../log/log.ts'
import type { LocalData } from '../storage/local-data.ts'
import type { SessionCookie } from './session-cookie.ts'
import { userRecordKey } from './session-hint.ts'
import { readUserRecord, writeUserRecord } from './user-record.ts'

/** A session in this panel; times in milliseconds since the epoch. */
export interface Session {
  token: string
  expiresAt: number
  remember: boolean
  signedInAt: number
}

export type RestoredSession =
  /** `endsWithBrowser`: a reload does not turn it into a remembered session. */
  | { kind: 'stored'; session: Session; user: UserRecord; endsWithBrowser: boolean }
  | { kind: 'expired' }
  | { kind: 'absent' }

/** Keeps the session across reloads: the token in a cookie, the user in local storage (SES-1, SES-7). */
export interface SessionStore {
  restore(): RestoredSession
  store(session: Session, user: UserRecord): void
  /** Removes cookie, user record and selected condominium (SES-8). */
  forget(): void
  /** Removes cookie and user record; keeps the selected condominium for the next sign-in (SES-6). */
  expire(): void
}

export function createSessionStore(
  cookie: SessionCookie,
  localData: LocalData,
  log: Log,
  { isShared, now }: { isShared: boolean; now: () => number },
): SessionStore {
  const expire = () => {
    cookie.remove()
    localData.remove(userRecordKey)
  }
  const forget = () => {
    expire()
    localData.remove(selectedCondominiumKey)
  }
  return {
    restore() {
      const session = cookie.read()
      const stored = readUserRecord(localData, log)
      if (stored === null) {
        if (session !== null) {
          log.warn('Cookie de sessão sem registro de usuário: removido.')
          cookie.remove()
        }
        return { kind: 'absent' }
      }
      const isBound = isShared && !stored.remember
      if (session === null && isBound) {
        forget()
        return { kind: 'absent' }
      }
      if (session === null || session.expiresAt <= now()) return { kind: 'expired' }
      return {
        kind: 'stored',
        session: { ...session, signedInAt: stored.signedInAt ?? now() },
        user: stored.user,
        endsWithBrowser: isBound,
      }
    },
    store(session, user) {
      cookie.write(session)
      writeUserRecord(localData, user, session)
    },
    forget,
    expire,
  }
}
