import { fromPromise } from 'xstate'
import type { FoundEvent } from '../../contract/wire/answers/event-search.ts'
import { eventPageLength } from '../machines/event-search/event-choice.ts'
import { eventSearchMachine } from '../machines/event-search/event-search.machine.ts'
import { createEventSearchApi, type EventPage } from '../services/event-search/event-search-api.ts'
import { csvText } from '../services/files/csv.ts'
import { downloadTextFile } from '../services/files/text-file.ts'
import { logTo, type Neighbours } from './neighbours.ts'

const exportPage = 1_000

/** The search over events, on screen and as a file (PAGE-3). */
export function eventSearch({ log, http, now }: Neighbours) {
  const api = createEventSearchApi(http, log)
  return eventSearchMachine.provide({
    actors: {
      loadPage: fromPromise(({ input: { choice, cursor }, signal }) =>
        api.search({ ...choice, limit: eventPageLength, ...(cursor !== null && { cursor }) }, signal),
      ),
      exportFile: fromPromise(async ({ input: { choice }, signal }) => {
        const { eventSheet, mostExported } = await import('../ui/event-search/event-sheet.ts')
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
      }),
    },
    actions: { logFailure: logTo(log) },
  })
}
