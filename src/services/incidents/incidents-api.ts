import * as v from 'valibot'
import { capabilities } from '../../../contract/wire/answers/capabilities.ts'
import {
  type Incident,
  type IncidentStory,
  incidentConflict,
  incidentSchema,
  incidentStory,
} from '../../../contract/wire/answers/incidents.ts'
import type { IncidentDeed } from '../../../contract/wire/requests/incidents.ts'
import { nextCursor } from '../../../contract/wire/scalars.ts'
import { dataOf, listOf, parseResult } from '../http/call-result.ts'
import { createDataAccess, under } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** `late`: somebody else was first, or it is over; `message` says which. */
export type IncidentDeedAnswer =
  | { kind: 'done'; incident: Incident }
  | { kind: 'late'; message: string; current: Incident }

export interface PastIncidents {
  incidents: Incident[]
  /** For the next page, or null on the last. */
  nextCursor: string | null
}

/** What is wrong, as the server tells it (INC). Whatever is no answer of those named throws a `CallError` with a text for a person. */
export interface IncidentsApi {
  /** Whether the server has incidents at all: one that answers anything else to the question has none. Throws where nobody answers. */
  isOffered(signal: AbortSignal): Promise<boolean>
  /** Open ones, and those that have been over for less than half an hour. */
  open(signal: AbortSignal): Promise<Incident[]>
  /** Those that are over, newest first, those behind `cursor`. */
  past(asked: { condominiumId: string | null; cursor: string | null }, signal: AbortSignal): Promise<PastIncidents>
  story(id: string, signal: AbortSignal): Promise<IncidentStory>
  act(id: string, deed: IncidentDeed, signal: AbortSignal): Promise<IncidentDeedAnswer>
}

export function createIncidentsApi(http: HttpClient, log: Log): IncidentsApi {
  const data = createDataAccess(http)
  const list = listOf(incidentSchema, { log, what: 'ocorrências' })
  const openSchema = v.object({ result: list })
  const pastSchema = v.object({ result: list, nextCursor })
  return {
    async isOffered(signal) {
      const result = await data.get('capabilities', { signal })
      if (result?.ok !== true && (result === undefined || isNoAnswer(result.status)))
        return dataOf(result) !== undefined
      if (!result.ok) return false
      const told = v.safeParse(capabilities, result.data)
      return told.success && told.output.incidents
    },
    async open(signal) {
      const call = 'GET incidents/open'
      return dataOf(parseResult(await data.get('incidents/open', { signal }), openSchema, { log, call })).result
    },
    async past(asked, signal) {
      const result = await data.get('incidents', { query: { ...asked }, signal })
      const page = dataOf(parseResult(result, pastSchema, { log, call: 'GET incidents' }))
      return { incidents: page.result, nextCursor: page.nextCursor }
    },
    async story(id, signal) {
      const result = await data.get(under('incidents', id), { signal })
      return dataOf(parseResult(result, incidentStory, { log, call: 'GET incidents/:id' }))
    },
    async act(id, deed, signal) {
      const result = await data.post(`${under('incidents', id)}/deeds`, deed, { signal })
      if (result?.ok === false && result.status === 409) {
        const late = v.safeParse(incidentConflict, result.data)
        if (late.success) return { kind: 'late', message: late.output.message, current: late.output.current }
      }
      const call = 'POST incidents/:id/deeds'
      return { kind: 'done', incident: dataOf(parseResult(result, incidentSchema, { log, call })) }
    },
  }
}

/** Nobody there, or a proxy that says so. */
function isNoAnswer(status: number | null): boolean {
  return status === null || status >= 500
}
