import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { EventFilter } from '../../../contract/wire/requests/events.ts'

/** Length of a page of the search, and the maximum count of new events. */
export const eventPageLength = 50

/** Whether two filters are equal. */
export function isSameChoice(one: EventFilter | null, other: EventFilter): boolean {
  return (
    one !== null &&
    one.condominiumId === other.condominiumId &&
    one.wordCode === other.wordCode &&
    one.kind === other.kind &&
    one.from === other.from &&
    one.to === other.to
  )
}

/** Whether an event matches a filter, by the same rules as the server. */
export function passes(activity: Activity, { condominiumId, wordCode, kind, from, to }: EventFilter): boolean {
  const at = Date.parse(activity.at)
  return (
    (condominiumId === undefined || activity.condominiumId === condominiumId) &&
    (wordCode === undefined || activity.wordCode === wordCode) &&
    (kind === undefined || activity.kind === kind) &&
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < Date.parse(to))
  )
}

/** Ids of new events: the known ones, and those of `added` that belong above the events on screen; at most a page. */
export function newIdsOf(
  known: readonly string[],
  added: readonly Pick<Activity, 'id' | 'at'>[],
  shown: readonly FoundEvent[],
): readonly string[] {
  const onScreen = new Set(shown.map(({ id }) => id))
  const newest = Date.parse(shown[0]?.at ?? '')
  const above = added.filter(({ at }) => !(Date.parse(at) < newest))
  const ids = new Set([...known, ...above.map(({ id }) => id)])
  return [...ids].filter((id) => !onScreen.has(id)).slice(0, eventPageLength)
}
