import * as v from 'valibot'
import { type Activity, activitySchema, lastEventSchema } from '../../contract/wire/events.ts'
import { type CallResult, dataOf, listOf, parseResult } from './call-result.ts'
import type { HttpClient } from './http-client.ts'
import type { Log } from './log.ts'

/** The last event of a condominium: its text, and its age in milliseconds where the server gives the time (ACT-4). */
export interface LastEvent {
  condominiumId: string
  text: string
  ageMs: number | null
}

export interface EventsApi {
  /** Throws a `CallError`. */
  lastEvents(signal: AbortSignal): Promise<LastEvent[]>
  /** The newest events of a condominium, newest first. Throws a `CallError`. */
  history(condominiumId: string, limit: number, signal: AbortSignal): Promise<Activity[]>
}

export function createEventsApi(http: HttpClient, log: Log, now: () => number): EventsApi {
  const lastEventsSchema = v.object({ result: listOf(lastEventSchema, { log, what: 'últimos eventos' }) })
  const historySchema = v.object({ result: listOf(activitySchema, { log, what: 'eventos' }) })
  return {
    async lastEvents(signal) {
      const result = await http.call('events/last-events', { signal })
      const { result: items } = dataOf(parseResult(result, lastEventsSchema, { log, call: 'events/last-events' }))
      const serverNow = serverTime(result) ?? now()
      return items.map(({ condominiumId, timeSinceLastEvent, lastEventAt }) => {
        const ageMs = lastEventAt === null ? null : Math.max(serverNow - Date.parse(lastEventAt), 0)
        return { condominiumId, text: timeSinceLastEvent, ageMs }
      })
    },
    async history(condominiumId, limit, signal) {
      const path = `events/${encodeURIComponent(condominiumId)}`
      const result = await http.call(path, { query: { limit }, signal })
      return dataOf(parseResult(result, historySchema, { log, call: path })).result
    },
  }
}

/** The server's own clock, so that ages are right on a computer whose clock is not. Null where it cannot be read. */
function serverTime(result: CallResult): number | null {
  const time = Date.parse((result?.ok && result.headers.get('date')) || '')
  return Number.isNaN(time) ? null : time
}
