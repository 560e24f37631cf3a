import { fromPromise } from 'xstate'
import { healthRoutes } from '../../../contract/wire/routes/health.ts'
import { deviceBulkMachine } from '../../machines/devices/commands/device-bulk.machine.ts'
import { deviceConfirmationMachine } from '../../machines/devices/commands/device-confirmation.machine.ts'
import { deviceTimelineMachine } from '../../machines/devices/device-timeline.machine.ts'
import type { DeviceToolCharts } from '../../machines/devices/devices.machine.ts'
import { gateOpeningMachine } from '../../machines/devices/openings/gate-opening.machine.ts'
import { gateOpeningsMachine } from '../../machines/devices/openings/gate-openings.machine.ts'
import { createDeviceCall } from '../../services/devices/device-control-api.ts'
import { createPressMemory } from '../../services/devices/press-memory.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import { sendOpening } from './opening-call.ts'

/** The chart that asks before a command to a device. The chart of the devices starts it after this file is loaded. */
export const deviceConfirmation = deviceConfirmationMachine

/** Provides the charts that only the device pages use. A chunk that is fetched with them. */
export function deviceTools({
  log,
  healthHttp,
  deviceHttp,
  now,
}: Pick<Neighbours, 'log' | 'healthHttp' | 'deviceHttp' | 'now'>): DeviceToolCharts {
  const call = createCall(healthHttp, log)
  const callDevice = createDeviceCall(deviceHttp, log, { now })
  const presses = createPressMemory({ log, now }, window)
  return {
    timeline: deviceTimelineMachine.provide({
      actors: {
        loadPage: fromPromise(async ({ input: { wordCode, before }, signal }) => {
          const options = { params: { wordCode }, query: { before }, signal }
          return dataOf(await call(healthRoutes.deviceTimeline, options))
        }),
      },
      actions: { logFailure: logTo(log) },
    }),
    bulk: deviceBulkMachine,
    openings: gateOpeningsMachine.provide({
      actors: {
        opening: gateOpeningMachine.provide({
          actors: { send: fromPromise(({ input, signal }) => sendOpening(callDevice, input, { signal, now })) },
          actions: {
            keepPress: (_, { wordCode }) => presses.keep(wordCode),
            dropPress: (_, { wordCode }) => presses.drop(wordCode),
            logFailure: logTo(log),
          },
          guards: { isPressOpen: (_, { wordCode, withinMs }) => presses.isOpen(wordCode, withinMs) },
        }),
      },
    }),
  }
}
