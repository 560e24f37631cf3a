import type { FastifyInstance } from 'fastify'
import type { Device } from '../../contract/wire/answers/devices.ts'
import type { DeviceFault, SimulatedDevice } from '../../contract/wire/answers/simulator.ts'
import { faultBody, faultsBody, simulatorRoutes as wire } from '../../contract/wire/routes/simulator.ts'
import { requireDevice } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Database } from '../database/database.ts'
import { type DeviceMemories, forgetFindings } from '../devices/device-removal.ts'
import { deviceOf, someDevicesOf } from '../devices/devices.ts'
import { parseInput } from '../http/request-input.ts'
import { actCounts } from './device-acts.ts'
import type { DeviceNetwork } from './device-network.ts'

export type SimulatedDeviceParts = DeviceMemories & { database: Database; network: DeviceNetwork }

/** Makes simulated devices fail; exists in the embedded backend alone. See backend/README.md. */
export function simulatedDeviceRoutes(api: FastifyInstance, parts: SimulatedDeviceParts): void {
  const { database, network } = parts

  serve(api, wire.simulatedDevice, async (request) => {
    const { account } = identityOf(request)
    const { wordCode } = request.params
    // What a removed device did is still told, to who might have removed it.
    if (
      (await deviceOf(database, account, wordCode)) === undefined &&
      !network.wasRemoved(wordCode, account.customersId)
    )
      await requireDevice(database, account, wordCode)
    return stateOf(wordCode)
  })

  serve(api, wire.setFault, async (request) => {
    const { account } = identityOf(request)
    const device = await requireDevice(database, account, request.params.wordCode)
    const { fault, slowMs } = parseInput(faultBody, request.body)
    await setFault([device], fault, slowMs)
    return stateOf(device.wordCode)
  })

  serve(api, wire.setFaults, async (request) => {
    const { account } = identityOf(request)
    const { fault, slowMs, ...wanted } = parseInput(faultsBody, request.body)
    const devices = await someDevicesOf(database, account, wanted)
    await setFault(devices, fault, slowMs)
    return { changed: devices.length }
  })

  async function setFault(devices: Device[], fault: DeviceFault, slowMs: number): Promise<void> {
    await network.setFault(devices, fault, slowMs)
    for (const device of devices) forgetFindings(parts, device)
  }

  async function stateOf(wordCode: string): Promise<SimulatedDevice> {
    return {
      wordCode,
      fault: network.devices.faultOf(wordCode),
      received: network.devices.receivedBy(wordCode),
      acted: await actCounts(database, wordCode),
    }
  }
}
