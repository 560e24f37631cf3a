import * as v from 'valibot'
import { type Activity, activitySchema, lastEventSchema } from '../../../contract/wire/answers/events.ts'
import { dataOf, listOf, parseResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import { parseLongList } from '../http/long-list.ts'
import type { Log } from '../log/log.ts'

/** The last event of a condominium: its text, and when it was on the server's clock where it says so (ms since the epoch, ACT-4). */
export interface LastEvent {
  condominiumId: string
  text: string
  at: number | null
}

export interface EventsApi {
  /** Throws a `CallError`. */
  lastEvents(signal: AbortSignal): Promise<LastEvent[]>
  /** The newest events of all condominiums, newest first; none of a server that keeps no such list. Throws a `CallError`. */
  newest(limit: number, signal: AbortSignal): Promise<Activity[]>
  /** The newest events of a condominium, newest first. Throws a `CallError`. */
  history(condominiumId: string, limit: number, signal: AbortSignal): Promise<Activity[]>
}

export function createEventsApi(http: HttpClient, log: Log): EventsApi {
  const data = createDataAccess(http)
  const lastEventsAnswer = { log, call: 'events/last-events', what: 'últimos eventos' }
  const historySchema = v.object({ result: listOf(activitySchema, { log, what: 'eventos' }) })
  return {
    async lastEvents(signal) {
      const result = await data.get('events/last-events', { signal })
      return dataOf(await parseLongList(result, lastEventSchema, lastEventsAnswer)).map(
        ({ condominiumId, timeSinceLastEvent, lastEventAt }) => {
          const at = Date.parse(lastEventAt ?? '')
          return { condominiumId, text: timeSinceLastEvent, at: Number.isNaN(at) ? null : at }
        },
      )
    },
    async newest(limit, signal) {
      const result = await data.get('events', { query: { limit }, signal })
      if (result?.ok === false && result.status === 404) return []
      return dataOf(parseResult(result, historySchema, { log, call: 'events' })).result
    },
    async history(condominiumId, limit, signal) {
      const result = await data.getByCondominiumWithParams('events', condominiumId, { limit }, { signal })
      return dataOf(parseResult(result, historySchema, { log, call: 'events' })).result
    },
  }
}
