import { fromPromise } from 'xstate'
import { handoverMachine } from '../../../machines/handover/handover.machine.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Fetched with the page, so it is loaded when the chart calls it. */
const importApi = () => import('../../../services/handover/handover-api.ts')

/** Provides the shift handover with the server's calls (INC-7). */
export function handover({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return handoverMachine.provide({
    actors: {
      loadDraft: fromPromise(async ({ signal }) => (await importApi()).loadHandoverDraft(call, signal)),
      accept: fromPromise(async ({ input, signal }) => (await importApi()).acceptHandover(call, input, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
