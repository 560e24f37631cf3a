import type { LocalData } from '../storage/local-data.ts'

/** Where the user record is kept (SES-7). */
export const userRecordKey = 'user'

/**
 * Whether somebody was signed in when this browser last had the panel, as far as it can be told before any of its code: the record stands from
 * the sign-in to the sign-out. Whether the session still holds, only `restore` says (SES-6). For scripts that must be small.
 */
export function isSessionKept(localData: Pick<LocalData, 'read'>): boolean {
  return localData.read(userRecordKey) !== null
}
