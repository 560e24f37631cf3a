import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Device } from '../../contract/wire/answers/devices.ts'
import { deviceRoutes as wire } from '../../contract/wire/routes/devices.ts'
import { requireCaller, requireDevice } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Database } from '../database/database.ts'
import { actorOf } from '../evidence/fact.ts'
import { Refusal } from '../http/refusal.ts'
import type { IdempotentCalls } from '../idempotency/idempotent-calls.ts'
import type { DeviceNetwork } from '../simulator/device-network.ts'
import type { DeviceContacts } from './device-contacts.ts'
import { type DeviceMemories, dropDevice } from './device-removal.ts'
import { type DeviceDeed, recordedCommand } from './recorded-command.ts'

export type DeviceDeleteParts = DeviceMemories & {
  database: Database
  contacts: DeviceContacts
  idempotentCalls: IdempotentCalls
  network: DeviceNetwork
  now: () => number
}

/** The three ways to delete a device (contract "Devices", DEV-5). */
export function deviceDeleteRoutes(api: FastifyInstance, parts: DeviceDeleteParts): void {
  serve(api, wire.deleteDevice, async (request) => {
    requireCaller(identityOf(request).account, request.params.userId)
    const device = await deletable(request, request.params.wordCode)
    const ask = () => parts.contacts.ask(device, { op: 'remove' })
    await recordedCommand(parts, deedOf(request), device, 'remove', ask)
    await dropDevice(parts, device, deedOf(request))
  })

  serve(api, wire.deleteDeviceFromPool, async (request) => {
    const device = await deletable(request, request.params.wordCode)
    const { wordCode } = device
    if (parts.connections.isBusy(wordCode) || (await parts.idempotentCalls.isUnderWay({ wordCode })))
      throw new Refusal(409, {
        message: `O dispositivo ${wordCode} ainda está atendendo outra operação. Espere que ela termine e tente de novo.`,
      })
    await dropDevice(parts, device, deedOf(request))
  })

  serve(api, wire.deleteDeviceFromDatabase, async (request) => {
    const device = await deletable(request, request.params.wordCode)
    await dropDevice(parts, device, deedOf(request))
  })

  function deedOf(request: FastifyRequest): DeviceDeed {
    return { customersId: identityOf(request).account.customersId, actor: actorOf(request) }
  }

  function deletable(request: FastifyRequest, wordCode: string): Promise<Device> {
    return requireDevice(parts.database, identityOf(request).account, wordCode)
  }
}
