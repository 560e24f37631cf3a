import type { FoundEvent } from '../../contract/wire/answers/event-search.ts'
import { createEventSearchApi, type EventFilter, type EventPage } from '../services/event-search/event-search-api.ts'
import { csvText } from '../services/files/csv.ts'
import { downloadTextFile } from '../services/files/text-file.ts'
import { eventSheet, mostExported } from '../ui/event-search/event-sheet.ts'
import type { Neighbours } from './neighbours.ts'

const exportPage = 1_000

type Called = Pick<Neighbours, 'http' | 'log'>

/** The first page of the events that pass a filter, or the one behind a cursor. Throws a `CallError`. */
export function loadEventPage(
  { http, log }: Called,
  { choice, cursor, limit }: { choice: EventFilter; cursor: string | null; limit: number },
  signal: AbortSignal,
): Promise<EventPage> {
  const api = createEventSearchApi(http, log)
  return api.search({ ...choice, limit, ...(cursor !== null && { cursor }) }, signal)
}

/** Hands the person what passes a filter as a file, the newest of it where it is too much. Throws a `CallError`. */
export async function exportEvents(
  { http, log, now }: Called & Pick<Neighbours, 'now'>,
  choice: EventFilter,
  signal: AbortSignal,
): Promise<{ isCut: boolean }> {
  const api = createEventSearchApi(http, log)
  const events: FoundEvent[] = []
  let cursor: string | null = ''
  while (cursor !== null && events.length < mostExported) {
    const page: EventPage = await api.search({ ...choice, limit: exportPage, cursor }, signal)
    events.push(...page.events)
    cursor = page.nextCursor
  }
  const { name, header, rows } = eventSheet(events, now())
  downloadTextFile(name, 'text/csv', csvText(header, rows))
  return { isCut: cursor !== null }
}
