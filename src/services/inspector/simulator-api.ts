import type { DeviceFault, SimulatedDevice } from '../../../contract/wire/answers/devices/simulator.ts'
import { simulatorRoutes } from '../../../contract/wire/routes/simulator.ts'
import { type CallResult, dataOf, parseResult } from '../http/call-result.ts'
import { requestOf } from '../http/contract-call.ts'
import type { HttpClient } from '../http/http-client.ts'
import { isAddressable } from '../http/route-path.ts'
import type { Log } from '../log/log.ts'

/** `slowMs`: delay of a slow device in ms, from 1 to 60,000; sent only with the fault 'slow'. */
export interface FaultOrder {
  fault: DeviceFault
  slowMs: number
}

/** `unavailable`: the server has no simulator; only the embedded backend has one. */
export type SimulatorAnswer = { kind: 'known'; device: SimulatedDevice } | { kind: 'unknown' } | { kind: 'unavailable' }

interface Asked {
  wordCode: string
  /** Without an order the device is only read. */
  order?: FaultOrder
}

/** Reads a simulated device of the embedded backend, or sets its fault (INS-2). Throws a `CallError`. */
export async function askSimulator(
  { http, log }: { http: HttpClient; log: Log },
  { wordCode, order }: Asked,
  signal: AbortSignal,
): Promise<SimulatorAnswer> {
  if (!isAddressable(wordCode)) return { kind: 'unknown' }
  const { simulatedDevice, setFault, setFaults } = simulatorRoutes
  const params = { wordCode }
  const result = await http.call(
    ...(order
      ? requestOf(setFault, { params, body: bodyOf(order), signal })
      : requestOf(simulatedDevice, { params, signal })),
  )
  if (!isNoRoute(result)) {
    const source = { log, call: simulatedDevice.path }
    return { kind: 'known', device: dataOf(parseResult(result, simulatedDevice.answer, source)) }
  }
  // The contract's 404 means an unknown device or an unknown route; so call a route without a device, with no effect.
  const other = await http.call(...requestOf(setFaults, { body: { wordCodes: [], fault: 'up' }, signal }))
  if (isNoRoute(other)) return { kind: 'unavailable' }
  dataOf(parseResult(other, setFaults.answer, { log, call: setFaults.path }))
  return { kind: 'unknown' }
}

function bodyOf({ fault, slowMs }: FaultOrder) {
  return fault === 'slow' ? { fault, slowMs } : { fault }
}

/** A server without the route answers 404, 405 or 501, or with its own page. */
function isNoRoute(result: CallResult): boolean {
  if (result === undefined) return false
  if (result.ok) return typeof result.data === 'string' && result.data !== ''
  return result.status === 404 || result.status === 405 || result.status === 501
}
