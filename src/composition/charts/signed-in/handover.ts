import { fromPromise } from 'xstate'
import { handoverMachine } from '../../../machines/handover/handover.machine.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** What the server is asked: its code comes with the page, and is there when the chart asks for it. */
const importApi = () => import('../../../services/handover/handover-api.ts')

/** The change of a shift, with the server behind it (INC-7). */
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
