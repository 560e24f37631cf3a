import { forgetFirstOfSignIn } from '../alerts/first-of-sign-in.ts'
import { visitsKey } from '../condominiums/visit-store.ts'
import { storeHandoverNote } from '../handover/handover-note.ts'
import { removeCommentDrafts } from '../incidents/comment-drafts-end.ts'
import type { LocalData } from '../storage/local-data.ts'

/**
 * Removes the data that this browser stores for one person only: unsent note and comments, visited pages, time of the
 * sign-in.
 */
export function removePersonData(localData: LocalData, userId: string): void {
  storeHandoverNote(localData, userId, '')
  removeCommentDrafts(localData, userId)
  localData.remove(visitsKey(userId))
  forgetFirstOfSignIn(localData)
}
