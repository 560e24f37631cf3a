import type { EventKind } from '../../../contract/wire/answers/event-kinds.ts'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import type { EventFilter } from '../../../contract/wire/requests/events.ts'
import { eventRoutes } from '../../../contract/wire/routes/events.ts'
import { machineRoutes } from '../../../contract/wire/routes/machines.ts'
import type { EventPage, NearestEvents } from '../../machines/event-search/event-search.machine.ts'
import { csvText } from '../../services/files/csv.ts'
import { downloadTextFile } from '../../services/files/text-file.ts'
import { parseLists } from '../../services/http/answer-lists.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { eventSheet, mostExported } from '../../ui/event-search/event-sheet.ts'
import type { Neighbours } from '../neighbours.ts'

const exportPage = 1_000

type Called = Pick<Neighbours, 'http' | 'log'>

/** Loads the first page of the matching events, or the page after a cursor. Throws a `CallError`. */
export async function loadEventPage(
  { http, log }: Called,
  { choice, cursor, limit }: { choice: EventFilter; cursor: string | null; limit: number },
  signal: AbortSignal,
): Promise<EventPage> {
  const query = { ...choice, limit: String(limit), cursor }
  const options = { query, signal, parse: parseLists }
  const { result, nextCursor } = dataOf(await createCall(http, log)(eventRoutes.searchEvents, options))
  return { events: result, nextCursor }
}

/** Loads the customer's catalogue of kinds; empty if the server has none. Throws a `CallError`. */
export async function loadEventKinds({ http, log }: Called, signal: AbortSignal): Promise<readonly EventKind[]> {
  const kinds = await createCall(http, log)(machineRoutes.eventKinds, { signal })
  return kinds?.ok === false && kinds.status === 404 ? [] : dataOf(kinds).result
}

/** Loads the nearest matching event before and after the period of the filter. Throws a `CallError`. */
export async function loadNearestEvents(
  { http, log }: Called,
  { from, to, ...others }: EventFilter,
  signal: AbortSignal,
): Promise<NearestEvents> {
  const call = createCall(http, log)
  const first = async (query: object) => {
    const options = { query: { ...others, ...query, limit: '1' }, signal }
    return dataOf(await call(eventRoutes.searchEvents, options)).result[0] ?? null
  }
  const [before, after] = await Promise.all([
    from === undefined ? null : first({ to: from }),
    to === undefined ? null : first({ from: to, order: 'oldest' }),
  ])
  return { before, after }
}

/** Saves the matching events as a file; only the newest ones if there are too many. Throws a `CallError`. */
export async function exportEvents(
  { http, log, now }: Called & Pick<Neighbours, 'now'>,
  choice: EventFilter,
  signal: AbortSignal,
): Promise<{ isCut: boolean }> {
  const events: FoundEvent[] = []
  let cursor: string | null = ''
  while (cursor !== null && events.length < mostExported) {
    const page: EventPage = await loadEventPage({ http, log }, { choice, cursor, limit: exportPage }, signal)
    events.push(...page.events)
    cursor = page.nextCursor
  }
  const { name, header, rows } = eventSheet(events, now())
  downloadTextFile(name, 'text/csv', csvText(header, rows))
  return { isCut: cursor !== null }
}
