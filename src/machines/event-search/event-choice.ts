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

/** Whether a filter has a period that can have events: it begins before it ends. */
export function hasPeriod({ from, to }: EventFilter): boolean {
  if (from === undefined || to === undefined) return from !== to
  return Date.parse(from) < Date.parse(to)
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

/** The events of a first page that are above the events on screen. */
export function aboveShown(page: readonly FoundEvent[], shown: readonly FoundEvent[]): readonly FoundEvent[] {
  const newest = page.findIndex(({ id }) => id === shown[0]?.id)
  return newest < 0 ? page : page.slice(0, newest)
}

/** Ids of new events: the known ones, and those of `added` that belong above the events on screen; at most a page. */
export function newIdsOf(
  known: readonly string[],
  added: readonly Pick<Activity, 'id' | 'sequence'>[],
  shown: readonly FoundEvent[],
): readonly string[] {
  const onScreen = new Set(shown.map(({ id }) => id))
  const newest = shown[0]?.sequence ?? 0
  const above = added.filter(({ sequence = newest }) => sequence >= newest)
  const ids = new Set([...known, ...above.map(({ id }) => id)])
  return [...ids].filter((id) => !onScreen.has(id)).slice(0, eventPageLength)
}
