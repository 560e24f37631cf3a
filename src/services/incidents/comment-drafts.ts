import * as v from 'valibot'
import type { LocalData } from '../storage/local-data.ts'
import { commentDraftsKey } from './comment-drafts-end.ts'

const draftsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

/** The oldest drafts beyond this number are dropped. */
const mostDrafts = 50

/** The unsent comment of a person for an incident in this browser (DESK-2); '' without one. */
export function readCommentDraft(localData: LocalData, userId: string, incidentId: string): string {
  return draftsOf(localData, userId)[incidentId] ?? ''
}

/** Stores the comment; removes the stored comment if `text` is ''. */
export function storeCommentDraft(localData: LocalData, userId: string, incidentId: string, text: string): void {
  const { [incidentId]: _, ...others } = draftsOf(localData, userId)
  const kept = Object.entries(text === '' ? others : { ...others, [incidentId]: text }).slice(-mostDrafts)
  const key = commentDraftsKey(userId)
  if (kept.length > 0) localData.write(key, JSON.stringify(Object.fromEntries(kept)))
  else localData.remove(key)
}

function draftsOf(localData: LocalData, userId: string): Readonly<Record<string, string>> {
  const parsed = v.safeParse(draftsSchema, localData.read(commentDraftsKey(userId)))
  return parsed.success ? parsed.output : {}
}
