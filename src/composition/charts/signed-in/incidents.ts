import { fromPromise } from 'xstate'
import { incidentRoutes } from '../../../../contract/wire/routes/incidents.ts'
import { incidentsMachine } from '../../../machines/incidents/incidents.machine.ts'
import { deferred } from '../../../machines/parts/deferred.ts'
import { parseLists } from '../../../services/http/answer-lists.ts'
import { dataOf } from '../../../services/http/call-result.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { actOnIncident, areIncidentsOffered } from '../../../services/incidents/incidents-api.ts'
import { hadNoIncidents, keepIncidentsHint } from '../../../services/incidents/incidents-hint.ts'
import type { incidentPage } from '../../children/incident-page.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

type Late = typeof import('../../children/incident-page.ts')

let late: Late | null = null

/** Fetches the chart of an incident's page. The page fetches it ahead. */
export async function importIncidentPage(): Promise<Late> {
  late ??= await import('../../children/incident-page.ts')
  return late
}

/** Provides the incidents with the server's calls (INC). */
export function incidents({ http, log, localData, config: { apiUrl } }: Neighbours) {
  const call = createCall(http, log)
  let page: ReturnType<typeof incidentPage> | null = null
  return incidentsMachine.provide({
    actors: {
      askOffered: fromPromise(({ signal }) => areIncidentsOffered(call, signal)),
      loadOpen: fromPromise(
        async ({ signal }) => dataOf(await call(incidentRoutes.openIncidents, { signal, parse: parseLists })).result,
      ),
      claim: fromPromise(({ input: { id }, signal }) => actOnIncident(call, { id, deed: { deed: 'claim' } }, signal)),
      loadPast: fromPromise(async ({ input: { condominiumId, cursor }, signal }) => {
        const options = { query: { condominiumId, cursor }, signal, parse: parseLists }
        const { result, nextCursor } = dataOf(await call(incidentRoutes.pastIncidents, options))
        return { incidents: result, nextCursor }
      }),
      page: deferred(() => {
        if (late === null) throw new Error('a page was opened before its code was loaded')
        page ??= late.incidentPage({ http, log })
        return page
      }),
    },
    actions: {
      logFailure: logTo(log),
      keepHint: (_, { isOffered }) => keepIncidentsHint(localData, apiUrl, isOffered),
    },
    guards: { hadNone: () => hadNoIncidents(localData, apiUrl) },
  })
}
