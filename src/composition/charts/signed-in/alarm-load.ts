import { fromPromise } from 'xstate'
import { alarmLoadMachine } from '../../../machines/alarm-load/alarm-load.machine.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Fetched with the page, so it is loaded when the chart calls it. */
const importApi = () => import('../../../services/alarm-load/alarm-load-api.ts')
const importFile = () => import('../../files/alarm-load-file.ts')

/** Provides the alarm load with the server's calls (INC-9). */
export function alarmLoad({ http, log, now }: Neighbours) {
  const call = createCall(http, log)
  return alarmLoadMachine.provide({
    actors: {
      load: fromPromise(async ({ input: { days }, signal }) =>
        (await importApi()).readAlarmLoad(call, { days, to: now() }, signal),
      ),
    },
    actions: {
      save: async (_, { load, what }) => (await importFile()).saveAlarmLoad(load, what, now()),
      logFailure: logTo(log),
    },
  })
}
