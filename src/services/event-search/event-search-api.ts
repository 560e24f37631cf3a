import * as v from 'valibot'
import { type FoundEvent, foundEventSchema } from '../../../contract/wire/answers/event-search.ts'
import { nextCursor } from '../../../contract/wire/scalars.ts'
import { dataOf, listOf, parseResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

export interface EventFilter {
  condominiumId?: string
  wordCode?: string
  kind?: FoundEvent['kind']
  /** ISO date-times; the end is not part of it. */
  from?: string
  to?: string
}

export interface EventPage {
  events: FoundEvent[]
  /** For the next page, or null on the last. */
  nextCursor: string | null
}

export interface EventSearchApi {
  /** The events that pass the filter, newest first, those behind `cursor`. Throws a `CallError`. */
  search(filter: EventFilter & { limit?: number; cursor?: string }, signal: AbortSignal): Promise<EventPage>
}

/** contract "Events" (PAGE-3). */
export function createEventSearchApi(http: HttpClient, log: Log): EventSearchApi {
  const data = createDataAccess(http)
  const pageSchema = v.object({ result: listOf(foundEventSchema, { log, what: 'eventos' }), nextCursor })
  return {
    async search(filter, signal) {
      const result = await data.get('events', { query: { ...filter }, signal })
      const page = dataOf(parseResult(result, pageSchema, { log, call: 'events' }))
      return { events: page.result, nextCursor: page.nextCursor }
    },
  }
}
