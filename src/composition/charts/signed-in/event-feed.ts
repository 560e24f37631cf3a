import { fromPromise } from 'xstate'
import { eventFeedMachine } from '../../../machines/event-feed/event-feed.machine.ts'
import { loadNewestEvents } from '../../../services/activity/events-api.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Provides the live events of the dashboard and their history. */
export function eventFeed({ log, http }: Neighbours) {
  const call = createCall(http, log)
  return eventFeedMachine.provide({
    actors: {
      loadHistory: fromPromise(({ input, signal }) => loadNewestEvents(call, input, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
