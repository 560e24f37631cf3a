import type { LocalData } from '../storage/local-data.ts'

/** Local storage key of the user record (SES-7). */
export const userRecordKey = 'user'

/**
 * Whether a person was signed in when this browser last had the panel open: the user record exists from sign-in to
 * sign-out. Only `restore` knows whether the session is still valid (SES-6). For scripts that must be small.
 */
export function isSessionKept(localData: Pick<LocalData, 'read'>): boolean {
  return localData.read(userRecordKey) !== null
}
