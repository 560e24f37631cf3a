import { fromPromise } from 'xstate'
import { eventFeedMachine } from '../../machines/event-feed/event-feed.machine.ts'
import { createEventsApi } from '../../services/activity/events-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** The live events of the dashboard, with their history behind them. */
export function eventFeed({ log, http }: Neighbours) {
  const events = createEventsApi(http, log)
  return eventFeedMachine.provide({
    actors: {
      loadHistory: fromPromise(({ input: { condominiumId, limit }, signal }) =>
        condominiumId === null ? events.newest(limit, signal) : events.history(condominiumId, limit, signal),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}
