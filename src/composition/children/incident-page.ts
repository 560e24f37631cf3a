import { fromPromise } from 'xstate'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { incidentPageMachine } from '../../machines/incidents/incident-page.machine.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { actOnIncident } from '../../services/incidents/incidents-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** The page of one incident, with the server behind it (INC-3): a chunk that comes with it. */
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
