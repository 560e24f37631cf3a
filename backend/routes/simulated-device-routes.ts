import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { requireDevice, requirePermission } from '../access.ts'
import { identityOf } from '../authentication.ts'
import type { Database } from '../database.ts'
import { type DeviceMemories, forgetFindings } from '../device-removal.ts'
import { type Device, deviceOf, someDevicesOf } from '../devices.ts'
import { parseInput } from '../request-input.ts'
import { actCounts } from '../simulator/device-acts.ts'
import type { DeviceNetwork } from '../simulator/device-network.ts'
import { type Fault, faults } from '../simulator/simulated-devices.ts'

const mostDevices = 10_000

const faultBody = v.object({
  fault: v.picklist(faults, `Escolha um destes: ${faults.join(', ')}.`),
  slowMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60_000)), 3_000),
})

const manyBody = v.object({
  ...faultBody.entries,
  wordCodes: v.optional(v.pipe(v.array(v.string()), v.maxLength(mostDevices, `Envie no máximo ${mostDevices}.`))),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostDevices)), mostDevices),
})

export type SimulatedDeviceParts = DeviceMemories & { database: Database; network: DeviceNetwork }

/** Makes simulated devices fail; exists in the embedded backend alone and wants `qa`. See backend/README.md. */
export function simulatedDeviceRoutes(api: FastifyInstance, parts: SimulatedDeviceParts): void {
  const { database, network } = parts

  api.get<{ Params: { wordCode: string } }>('/simulator/device/:wordCode', async (request) => {
    const { account } = identityOf(request)
    requirePermission(account, 'qa')
    const { wordCode } = request.params
    // What a removed device did is still told, to who might have removed it.
    if (
      (await deviceOf(database, account, wordCode)) === undefined &&
      !network.wasRemoved(wordCode, account.customersId)
    )
      await requireDevice(database, account, wordCode)
    return stateOf(wordCode)
  })

  api.put<{ Params: { wordCode: string } }>('/simulator/device/:wordCode', async (request) => {
    const { account } = identityOf(request)
    requirePermission(account, 'qa')
    const device = await requireDevice(database, account, request.params.wordCode)
    const { fault, slowMs } = parseInput(faultBody, request.body)
    await setFault([device], fault, slowMs)
    return stateOf(device.wordCode)
  })

  api.put('/simulator/devices', async (request) => {
    const { account } = identityOf(request)
    requirePermission(account, 'qa')
    const { fault, slowMs, ...wanted } = parseInput(manyBody, request.body)
    const devices = await someDevicesOf(database, account, wanted)
    await setFault(devices, fault, slowMs)
    return { changed: devices.length }
  })

  async function setFault(devices: Device[], fault: Fault, slowMs: number): Promise<void> {
    await network.setFault(devices, fault, slowMs)
    for (const device of devices) forgetFindings(parts, device)
  }

  async function stateOf(wordCode: string) {
    return {
      wordCode,
      fault: network.devices.faultOf(wordCode),
      received: network.devices.receivedBy(wordCode),
      acted: await actCounts(database, wordCode),
    }
  }
}
