import type { Activity, LastEventAnswer } from '../../../contract/wire/answers/events.ts'
import { eventRoutes } from '../../../contract/wire/routes/events.ts'
import { parseLists } from '../http/answer-lists.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** The last event of a condominium; `at` is on the server's clock, if sent (ms since the epoch, ACT-4). */
export interface LastEvent {
  condominiumId: string
  text: string
  at: number | null
}

/** The last event of each condominium. Throws a `CallError`. */
export async function loadLastEvents(call: ContractCall, signal: AbortSignal): Promise<LastEvent[]> {
  return dataOf(await call(eventRoutes.lastEvents, { signal, parse: parseLists })).result.map(lastEventOf)
}

function lastEventOf({ condominiumId, timeSinceLastEvent, lastEventAt }: LastEventAnswer): LastEvent {
  const at = Date.parse(lastEventAt ?? '')
  return { condominiumId, text: timeSinceLastEvent, at: Number.isNaN(at) ? null : at }
}

/** The newest events, newest first; empty if the server has no list of all. Throws a `CallError`. */
export async function loadNewestEvents(
  call: ContractCall,
  { condominiumId, limit }: { condominiumId: string | null; limit: number },
  signal: AbortSignal,
): Promise<Activity[]> {
  const options = { query: { limit: String(limit) }, signal }
  if (condominiumId !== null)
    return dataOf(await call(eventRoutes.events, { params: { condominiumId }, ...options })).result
  const result = await call(eventRoutes.searchEvents, options)
  return result?.ok === false && result.status === 404 ? [] : dataOf(result).result
}
