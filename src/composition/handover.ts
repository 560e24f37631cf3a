import { fromPromise } from 'xstate'
import { handoverMachine } from '../machines/handover/handover.machine.ts'
import { createHandoverApi } from '../services/handover/handover-api.ts'
import { logTo, type Neighbours } from './neighbours.ts'

/** The change of a shift, with the server behind it (INC-7). */
export function handover({ http, log }: Neighbours) {
  const api = createHandoverApi(http, log)
  return handoverMachine.provide({
    actors: {
      loadDraft: fromPromise(({ signal }) => api.draft(signal)),
      accept: fromPromise(({ input, signal }) => api.accept(input, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
