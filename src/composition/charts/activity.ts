import { fromPromise } from 'xstate'
import { activityMachine } from '../../machines/activity/activity.machine.ts'
import { createEventsApi } from '../../services/activity/events-api.ts'
import { createPortTestsApi } from '../../services/activity/port-tests-api.ts'
import { broadcastCondominiumEvents, broadcastLastActivity } from '../../services/activity/window-events.ts'
import { isKeptPage } from '../../services/page/kept-page.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** The last events and port tests, with the server behind them (ACT). */
export function activity({ log, http }: Neighbours) {
  const events = createEventsApi(http, log)
  const portTests = createPortTestsApi(http, log)
  return activityMachine.provide({
    actors: {
      loadLastEvents: fromPromise(({ signal }) => events.lastEvents(signal)),
      loadPortTests: fromPromise(({ signal }) => portTests.list(signal)),
    },
    // Nothing is spared by waiting where no server answers: what was last known is there at once.
    ...(isKeptPage() && { delays: { firstRefresh: 0 } }),
    actions: {
      broadcast: (_, { condominiumIds, activities }) => {
        if (condominiumIds.length > 0) broadcastCondominiumEvents(condominiumIds)
        for (const each of activities) broadcastLastActivity(each)
      },
      logFailure: logTo(log),
    },
  })
}
