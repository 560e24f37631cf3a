import { fromPromise } from 'xstate'
import { healthRoutes } from '../../../contract/wire/routes/health.ts'
import { deviceBulkMachine } from '../../machines/devices/commands/device-bulk.machine.ts'
import { deviceTimelineMachine } from '../../machines/devices/device-timeline.machine.ts'
import type { DeviceToolCharts } from '../../machines/devices/devices.machine.ts'
import { parseLists } from '../../services/http/answer-lists.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Provides the charts that only the device pages use. A chunk that is fetched with them. */
export function deviceTools({ log, healthHttp }: Pick<Neighbours, 'log' | 'healthHttp'>): DeviceToolCharts {
  const call = createCall(healthHttp, log)
  return {
    timeline: deviceTimelineMachine.provide({
      actors: {
        loadPage: fromPromise(async ({ input: { wordCode, before }, signal }) => {
          const options = { params: { wordCode }, query: { before }, signal, parse: parseLists }
          return dataOf(await call(healthRoutes.deviceTimeline, options))
        }),
      },
      actions: { logFailure: logTo(log) },
    }),
    bulk: deviceBulkMachine,
  }
}
