import type { Log } from '../log/log.ts'
import type { LocalData } from '../storage/local-data.ts'
import { readUserRecord } from './user-record.ts'

/** Returns a function that checks whether the current session has ended or another person has signed in. */
export function watchSessionEnd(localData: LocalData, log: Log): () => boolean {
  const personNow = () => readUserRecord(localData, log)?.user.userId
  const person = personNow()
  return () => personNow() !== person
}
