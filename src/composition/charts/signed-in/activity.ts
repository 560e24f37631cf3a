import { fromPromise } from 'xstate'
import { eventRoutes } from '../../../../contract/wire/routes/events.ts'
import { activityMachine } from '../../../machines/activity/activity.machine.ts'
import { loadLastEvents } from '../../../services/activity/events-api.ts'
import { broadcastCondominiumEvents, broadcastLastActivity } from '../../../services/activity/window-events.ts'
import { parseLists } from '../../../services/http/answer-lists.ts'
import { dataOf } from '../../../services/http/call-result.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { isKeptPage } from '../../../services/page/kept-page.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Provides the last events and port tests with the server's calls (ACT). */
export function activity({ log, http }: Neighbours) {
  const call = createCall(http, log)
  return activityMachine.provide({
    actors: {
      loadLastEvents: fromPromise(({ signal }) => loadLastEvents(call, signal)),
      loadPortTests: fromPromise(async ({ signal }) =>
        dataOf(await call(eventRoutes.portTests, { signal, parse: parseLists })),
      ),
    },
    // If the server does not answer, a delay saves no load: show the stored data immediately.
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
