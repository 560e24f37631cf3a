import { fromPromise } from 'xstate'
import { rulesMachine } from '../../../machines/rules/rules.machine.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** The page loads this code, so the code is ready when the chart calls it. */
const importApi = () => import('../../../services/rules/rules-api.ts')

/** Provides the rules in force with the server's calls (EVI-10). */
export function rules({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return rulesMachine.provide({
    actors: { load: fromPromise(async ({ input: { on }, signal }) => (await importApi()).readRules(call, on, signal)) },
    actions: { logFailure: logTo(log) },
  })
}
