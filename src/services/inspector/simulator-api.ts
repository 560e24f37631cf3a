import {
  type DeviceFault,
  faultsChanged,
  type SimulatedDevice,
  simulatedDeviceSchema,
} from '../../../contract/wire/answers/simulator.ts'
import { type CallResult, dataOf, parseResult } from '../http/call-result.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** `slowMs`: how late a slow device answers, in ms from 1 to 60,000; with every other fault it is not sent. */
export interface FaultOrder {
  fault: DeviceFault
  slowMs: number
}

/** `unavailable`: the server has no simulator; only the embedded backend has one. */
export type SimulatorAnswer = { kind: 'known'; device: SimulatedDevice } | { kind: 'unknown' } | { kind: 'unavailable' }

/** The simulated devices of the embedded backend (INS-2). Each throws a `CallError` with a text for a person. */
export interface SimulatorApi {
  read(wordCode: string, signal: AbortSignal): Promise<SimulatorAnswer>
  setFault(wordCode: string, order: FaultOrder, signal: AbortSignal): Promise<SimulatorAnswer>
}

export function createSimulatorApi(http: HttpClient, log: Log): SimulatorApi {
  /** Whether there is a simulator at all: changes nobody, and is answered by the embedded backend alone. */
  const exists = async (signal: AbortSignal) => {
    const call = 'simulator/devices'
    const result = await http.call(call, { method: 'PUT', body: { wordCodes: [], fault: 'up' }, signal })
    if (isNoRoute(result)) return false
    dataOf(parseResult(result, faultsChanged, { log, call }))
    return true
  }
  const ask = async (wordCode: string, signal: AbortSignal, order?: FaultOrder): Promise<SimulatorAnswer> => {
    if (unaddressable.test(wordCode)) return { kind: 'unknown' }
    const call = `simulator/device/${encodeURIComponent(wordCode)}`
    const result = await http.call(call, order ? { method: 'PUT', body: bodyOf(order), signal } : { signal })
    // The contract's 404 says the same of a device and of a route; so the route that needs no device is asked.
    if (isNoRoute(result)) return { kind: (await exists(signal)) ? 'unknown' : 'unavailable' }
    return { kind: 'known', device: dataOf(parseResult(result, simulatedDeviceSchema, { log, call })) }
  }
  return {
    read: (wordCode, signal) => ask(wordCode, signal),
    setFault: (wordCode, order, signal) => ask(wordCode, signal, order),
  }
}

/** Dots alone would be taken for a step up the path, encoded or not. */
const unaddressable = /^\.{0,2}$/

function bodyOf({ fault, slowMs }: FaultOrder) {
  return fault === 'slow' ? { fault, slowMs } : { fault }
}

/** A server without the route says so with 404, 405 or 501, or serves its own page in place of an answer. */
function isNoRoute(result: CallResult): boolean {
  if (result === undefined) return false
  if (result.ok) return typeof result.data === 'string' && result.data !== ''
  return result.status === 404 || result.status === 405 || result.status === 501
}
