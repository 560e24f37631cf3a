import { fromPromise } from 'xstate'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { onDutyRoutes } from '../../../contract/wire/routes/on-duty.ts'
import { dutyMachine } from '../../machines/incidents/duty.machine.ts'
import { incidentPageMachine } from '../../machines/incidents/incident-page.machine.ts'
import { incidentWorklistMachine } from '../../machines/incidents/incident-worklist.machine.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { readCommentDraft, storeCommentDraft } from '../../services/incidents/comment-drafts.ts'
import { actOnIncident } from '../../services/incidents/incidents-api.ts'
import { isPageSeen } from '../../services/page/page-seen.ts'
import { readUserRecord } from '../../services/session/user-record.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import { loadEventPage } from './event-search-calls.ts'

const eventsShown = 10

/** Provides the worklist and its open incident with the server's calls (DESK-1, DESK-2). A chunk that is fetched with its page. */
export function incidentWorklist({ http, log, localData }: Pick<Neighbours, 'http' | 'log' | 'localData'>) {
  const call = createCall(http, log)
  const loadStory = fromPromise(async ({ input: { id }, signal }: { input: { id: string }; signal: AbortSignal }) =>
    dataOf(await call(incidentRoutes.incident, { params: { id }, signal })),
  )
  const personNow = () => readUserRecord(localData, log)?.user.userId ?? ''
  return incidentWorklistMachine.provide({
    actors: {
      loadPast: fromPromise(async ({ input: { condominiumId, cursor }, signal }) => {
        const options = { query: { condominiumId, cursor }, signal }
        const { result, nextCursor } = dataOf(await call(incidentRoutes.pastIncidents, options))
        return { incidents: result, nextCursor }
      }),
      duty: dutyMachine.provide({
        actors: {
          load: fromPromise(async ({ signal }) => dataOf(await call(onDutyRoutes.onDuty, { signal })).result),
        },
        actions: { logFailure: logTo(log) },
        guards: { isSeen: isPageSeen },
      }),
      page: incidentPageMachine.provide({
        actors: {
          loadStory,
          loadPresence: loadStory,
          act: fromPromise(({ input, signal }) => actOnIncident(call, input, signal)),
          readComment: fromPromise(async ({ input: { id } }) => readCommentDraft(localData, personNow(), id)),
          loadEvents: fromPromise(async ({ input: { choice }, signal }) => {
            const { events } = await loadEventPage({ http, log }, { choice, cursor: null, limit: eventsShown }, signal)
            return events
          }),
        },
        actions: {
          logFailure: logTo(log),
          keepComment: (_, { id, comment }) => storeCommentDraft(localData, personNow(), id, comment),
        },
        guards: { isSeen: isPageSeen },
      }),
    },
    actions: { logFailure: logTo(log) },
  })
}
