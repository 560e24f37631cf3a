import type { Log } from '../log/log.ts'
import { readUserRecord } from '../session/user-record.ts'
import type { LocalData } from '../storage/local-data.ts'

const key = 'guarita:alerts-sign-in'

/** Whether no page of this browser has called for the open incidents since the user signed in (DESK-5); true only once. */
export function isFirstOfSignIn(localData: LocalData, log: Log): boolean {
  const record = readUserRecord(localData, log)
  if (record === null || record.signedInAt === null) return false
  const signIn = `${record.user.userId} ${record.signedInAt}`
  if (localData.read(key) === signIn) return false
  localData.write(key, signIn)
  return true
}

export function forgetFirstOfSignIn(localData: LocalData): void {
  localData.remove(key)
}
