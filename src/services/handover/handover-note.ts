import type { LocalData } from '../storage/local-data.ts'

/** The unsent note of a person in this browser (INC-7); '' without one. */
export function readHandoverNote(localData: LocalData, userId: string): string {
  return localData.read(keyOf(userId)) ?? ''
}

/** Stores the note; removes the stored note if `note` is ''. */
export function storeHandoverNote(localData: LocalData, userId: string, note: string): void {
  if (note === '') localData.remove(keyOf(userId))
  else localData.write(keyOf(userId), note)
}

function keyOf(userId: string): string {
  return `guarita:handover-note:${userId}`
}
