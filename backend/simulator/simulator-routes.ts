import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { DeviceFault, SimulatedDevice } from '../../contract/wire/answers/devices/simulator.ts'
import {
  burstBody,
  faultBody,
  faultsBody,
  simulatedEventBody,
  simulatorRoutes as wire,
} from '../../contract/wire/routes/simulator.ts'
import { requireCondominium, requireDevice } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Bus } from '../bus/bus.ts'
import { condominiumIdsOf } from '../condominiums/condominiums.ts'
import type { Database } from '../database/database.ts'
import { type DeviceMemories, forgetFindings } from '../devices/device-removal.ts'
import { deviceOf, someDevicesOf } from '../devices/devices.ts'
import type { GateEvents } from '../events/gate-events.ts'
import { parseInput } from '../http/request-input.ts'
import type { DeviceNetwork } from './device-network.ts'
import { actCounts } from './simulated-devices.ts'

type SimulatorParts = DeviceMemories & { database: Database; gate: GateEvents; bus: Bus; network: DeviceNetwork }

/** Events at gates, and devices that fail: only in the embedded backend, for tests and benchmarks. See backend/README.md. */
export function simulatorRoutes(api: FastifyInstance, parts: SimulatorParts): void {
  const { database, gate, bus, network } = parts

  serve(api, wire.simulateEvent, async (request) => {
    const { account } = identityOf(request)
    const { condominiumId, kind } = parseInput(simulatedEventBody, request.body)
    await requireCondominium(database, account, condominiumId)
    return gate.make({ condominiumId, ...(kind && { kind }) })
  })

  serve(api, wire.simulateBurst, async (request, reply) => {
    const { account } = identityOf(request)
    const { ids, count, perSecond, seconds } = parseInput(burstBody, request.body)
    const visible = await condominiumIdsOf(database, account)
    const own = new Set(visible)
    const chosen = ids?.filter((id) => own.has(id)) ?? visible.slice(0, count)
    const messages = perSecond * seconds
    const startedAt = performance.now()
    for (let sent = 0; sent < messages; sent += 1) {
      await wait(Math.max(0, startedAt + (sent * 1_000) / perSecond - performance.now()))
      if (reply.raw.destroyed) break
      await bus.publish({ kind: 'condominiums', list: chosen })
    }
    return { messages, idsEach: chosen.length }
  })
  serve(api, wire.simulatedDevice, async (request) => {
    const { account } = identityOf(request)
    const { wordCode } = request.params
    // A removed device can still be read by people who could have removed it.
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
