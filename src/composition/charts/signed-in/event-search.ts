import { fromPromise } from 'xstate'
import { eventSearchMachine } from '../../../machines/event-search/event-search.machine.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** What the search asks and hands out: its code comes with the page, and is there when the chart asks for it. */
const importEventCalls = () => import('../../children/event-search-calls.ts')

/** The search over events, on screen and as a file (PAGE-3). */
export function eventSearch(neighbours: Neighbours) {
  return eventSearchMachine.provide({
    actors: {
      loadPage: fromPromise(async ({ input, signal }) =>
        (await importEventCalls()).loadEventPage(neighbours, input, signal),
      ),
      exportFile: fromPromise(async ({ input: { choice }, signal }) =>
        (await importEventCalls()).exportEvents(neighbours, choice, signal),
      ),
    },
    actions: { logFailure: logTo(neighbours.log) },
  })
}
