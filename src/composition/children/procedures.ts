import { fromPromise } from 'xstate'
import { proceduresMachine } from '../../machines/procedures/procedures.machine.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { readProcedures, saveProcedures } from '../../services/procedures/procedures-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Provides the page of the procedures with the server's calls (PROC-1). The page loads this chunk. */
export function procedures({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const call = createCall(http, log)
  return proceduresMachine.provide({
    actors: {
      load: fromPromise(({ input, signal }) => readProcedures(call, input.condominiumId, signal)),
      save: fromPromise(({ input, signal }) => saveProcedures(call, input, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
