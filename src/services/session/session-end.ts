import type { Log } from '../log/log.ts'
import type { LocalData } from '../storage/local-data.ts'
import { readUserRecord } from './user-record.ts'

/**
 * Notes the signed-in person; the returned function checks whether this person's session has ended or another person
 * has signed in.
 */
export function watchSessionEnd(localData: LocalData, log: Log): () => boolean {
  const personNow = () => readUserRecord(localData, log)?.user.userId
  const person = personNow()
  return () => personNow() !== person
}
