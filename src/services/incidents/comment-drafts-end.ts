import type { LocalData } from '../storage/local-data.ts'

/** Removes the unsent comments of a person from this browser. */
export function removeCommentDrafts(localData: LocalData, userId: string): void {
  localData.remove(commentDraftsKey(userId))
}

export function commentDraftsKey(userId: string): string {
  return `guarita:incident-comments:${userId}`
}
