import { fromPromise } from 'xstate'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { incidentPageMachine } from '../../machines/incidents/incident-page.machine.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { actOnIncident } from '../../services/incidents/incidents-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Provides the page of one incident with the server's calls (INC-3). A chunk that is fetched with its page. */
export function incidentPage({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const call = createCall(http, log)
  return incidentPageMachine.provide({
    actors: {
      loadStory: fromPromise(async ({ input: { id }, signal }) =>
        dataOf(await call(incidentRoutes.incident, { params: { id }, signal })),
      ),
      act: fromPromise(({ input, signal }) => actOnIncident(call, input, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
