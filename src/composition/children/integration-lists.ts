import { fromPromise } from 'xstate'
import { integrationListsMachine } from '../../machines/people/integration-lists.machine.ts'
import { changeIntegrations, loadIntegrations } from '../../services/people/integrations-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import { proof, provenCall } from './proof.ts'

/** Provides the lists of the integrations page with the server's calls (EVT-1, CALL-4). */
export function integrationLists({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const call = provenCall({ http, log })
  return integrationListsMachine.provide({
    actors: {
      load: fromPromise(({ signal }) => loadIntegrations(call, signal)),
      change: fromPromise(async ({ input: { change }, signal }) =>
        change === null ? {} : changeIntegrations(call, change, signal),
      ),
      proof: proof({ http, log }),
    },
    actions: { logFailure: logTo(log) },
  })
}
