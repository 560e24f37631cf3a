import { fromPromise } from 'xstate'
import { incidentsMachine } from '../../machines/incidents/incidents.machine.ts'
import { deferred } from '../../machines/parts/deferred.ts'
import { createIncidentsApi } from '../../services/incidents/incidents-api.ts'
import { hadNoIncidents, keepIncidentsHint } from '../../services/incidents/incidents-hint.ts'
import type { incidentPage } from '../incident-page.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

type Late = typeof import('../incident-page.ts')

let late: Late | null = null

/** Fetches the chart of an incident's page: it comes with the page. */
export async function importIncidentPage(): Promise<Late> {
  late ??= await import('../incident-page.ts')
  return late
}

/** What is wrong, with the server behind it (INC). */
export function incidents({ http, log, localData, config: { apiUrl } }: Neighbours) {
  const api = createIncidentsApi(http, log)
  let page: ReturnType<typeof incidentPage> | null = null
  return incidentsMachine.provide({
    actors: {
      askOffered: fromPromise(({ signal }) => api.isOffered(signal)),
      loadOpen: fromPromise(({ signal }) => api.open(signal)),
      claim: fromPromise(({ input: { id }, signal }) => api.act(id, { deed: 'claim' }, signal)),
      loadPast: fromPromise(({ input, signal }) => api.past(input, signal)),
      page: deferred(() => {
        if (late === null) throw new Error('a page was opened before its code came')
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
