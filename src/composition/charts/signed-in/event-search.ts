import { fromPromise } from 'xstate'
import { eventSearchMachine } from '../../../machines/event-search/event-search.machine.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Searches and exports. Fetched with the page, so it is loaded when the chart calls it. */
const importEventCalls = () => import('../../children/event-search-calls.ts')

/** Provides the event search, on screen and as a file (PAGE-3). */
export function eventSearch(neighbours: Neighbours) {
  return eventSearchMachine.provide({
    actors: {
      loadPage: fromPromise(async ({ input, signal }) =>
        (await importEventCalls()).loadEventPage(neighbours, input, signal),
      ),
      loadKinds: fromPromise(async ({ signal }) => (await importEventCalls()).loadEventKinds(neighbours, signal)),
      loadNearest: fromPromise(async ({ input: { choice }, signal }) =>
        (await importEventCalls()).loadNearestEvents(neighbours, choice, signal),
      ),
      exportFile: fromPromise(async ({ input: { choice }, signal }) =>
        (await importEventCalls()).exportEvents(neighbours, choice, signal),
      ),
    },
    actions: { logFailure: logTo(neighbours.log) },
  })
}
