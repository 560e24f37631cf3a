import * as v from 'valibot'
import { type UserRecord, userSchema } from '../../../contract/wire/answers/session.ts'
import type { Log } from '../log/log.ts'
import type { LocalData } from '../storage/local-data.ts'
import { userRecordKey } from './session-hint.ts'

/** The stored user; `signedInAt` (ms) limits local extensions to 12 h after sign-in (SES-9). */
const storedUserSchema = v.object({
  ...userSchema.entries,
  remember: v.exactOptional(v.unknown()),
  signedInAt: v.exactOptional(v.number()),
})

export interface StoredUser {
  user: UserRecord
  remember: boolean
  signedInAt: number | null
}

/** The user record in local storage; an invalid record is logged and counts as absent (HTTP-7). */
export function readUserRecord(localData: LocalData, log: Log): StoredUser | null {
  const text = localData.read(userRecordKey)
  if (text === null) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), storedUserSchema), text)
  if (!parsed.success) {
    log.warn('Registro de usuário ilegível no armazenamento local.', parsed.issues[0].message)
    return null
  }
  const { remember, signedInAt = null, ...user } = parsed.output
  return { user, remember: Boolean(remember), signedInAt }
}

/** Stores the record with the session's end, its remember flag and the time of the sign-in (SES-7). */
export function writeUserRecord(
  localData: LocalData,
  user: UserRecord,
  session: { expiresAt: number; remember: boolean; signedInAt: number },
): void {
  const { expiresAt, remember, signedInAt } = session
  const record = { ...user, expiration: new Date(expiresAt).toISOString(), remember, signedInAt }
  localData.write(userRecordKey, JSON.stringify(record))
}
