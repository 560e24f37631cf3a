import { fromPromise } from 'xstate'
import { incidentPageMachine } from '../machines/incidents/incident-page.machine.ts'
import { createIncidentsApi } from '../services/incidents/incidents-api.ts'
import { logTo, type Neighbours } from './neighbours.ts'

/** The page of one incident, with the server behind it (INC-3): a chunk that comes with it. */
export function incidentPage({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const api = createIncidentsApi(http, log)
  return incidentPageMachine.provide({
    actors: {
      loadStory: fromPromise(({ input: { id }, signal }) => api.story(id, signal)),
      act: fromPromise(({ input: { id, deed }, signal }) => api.act(id, deed, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
