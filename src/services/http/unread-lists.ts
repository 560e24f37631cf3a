import type { ReadAnswer, Unread } from './http-client.ts'

/** A list with items that could not be read (HTTP-7); `route` is the path of its route. */
export interface UnreadList extends Unread {
  route: string
}

const nothing: Unread = { known: 0, missing: 0 }

/**
 * Calls back with all lists that have unreadable items, when this changes. A list stays until its next answer without
 * such items. Returns a stop function.
 * @param calls emits `read` for each answer that was read, with a `ReadAnswer` as detail
 */
export function watchUnread(calls: EventTarget, onChange: (lists: readonly UnreadList[]) => void): () => void {
  const lists = new Map<string, UnreadList>()
  const note = (event: Event) => {
    if (!(event instanceof CustomEvent)) return
    const { route, path, request, unread: { known, missing } = nothing }: ReadAnswer = event.detail
    const { cursor, ...others } = request.query ?? {}
    const key = JSON.stringify([path, others])
    const earlier = (cursor && lists.get(key)) || nothing
    const list = { route, known: known + earlier.known, missing: missing + earlier.missing }
    const had = lists.delete(key)
    if (list.known + list.missing > 0) lists.set(key, list)
    if (had || lists.has(key)) onChange([...lists.values()])
  }
  calls.addEventListener('read', note)
  return () => calls.removeEventListener('read', note)
}
