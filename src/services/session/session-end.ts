import type { Log } from '../log/log.ts'
import type { LocalData } from '../storage/local-data.ts'
import { readUserRecord } from './user-record.ts'

/** Notes who is signed in; what it gives tells whether that person has gone since: signed out, timed out, or somebody else came. */
export function watchSessionEnd(localData: LocalData, log: Log): () => boolean {
  const personNow = () => readUserRecord(localData, log)?.user.userId
  const person = personNow()
  return () => personNow() !== person
}
