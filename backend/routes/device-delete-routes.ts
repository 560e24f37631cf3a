import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireCaller, requireDevice, requirePermission } from '../access.ts'
import { identityOf } from '../authentication.ts'
import type { Database } from '../database.ts'
import type { DeviceContacts } from '../device-contacts.ts'
import { type DeviceMemories, dropDevice } from '../device-removal.ts'
import type { Device } from '../devices.ts'
import { Refusal } from '../refusal.ts'
import type { DeviceNetwork } from '../simulator/device-network.ts'

export type DeviceDeleteParts = DeviceMemories & {
  database: Database
  contacts: DeviceContacts
  network: DeviceNetwork
}

/** The three ways to delete a device (contract "Devices", DEV-5); all want `device:write`. */
export function deviceDeleteRoutes(api: FastifyInstance, parts: DeviceDeleteParts): void {
  api.delete<{ Params: { userId: string; wordCode: string } }>('/device/:userId/:wordCode', async (request, reply) => {
    requireCaller(identityOf(request).account, request.params.userId)
    const device = await deletable(request, request.params.wordCode)
    await parts.contacts.ask(device, { op: 'remove' })
    await dropDevice(parts, device, identityOf(request).account.customersId)
    return reply.code(204).send()
  })

  api.delete<{ Params: { wordCode: string } }>('/device/pool/:wordCode', async (request, reply) => {
    const device = await deletable(request, request.params.wordCode)
    if (parts.connections.isBusy(device.wordCode))
      throw new Refusal(409, {
        message: `O dispositivo ${device.wordCode} ainda está atendendo outra operação. Espere que ela termine e tente de novo.`,
      })
    await dropDevice(parts, device, identityOf(request).account.customersId)
    return reply.code(204).send()
  })

  api.delete<{ Params: { wordCode: string } }>('/device/database/:wordCode', async (request, reply) => {
    const device = await deletable(request, request.params.wordCode)
    await dropDevice(parts, device, identityOf(request).account.customersId)
    return reply.code(204).send()
  })

  async function deletable(request: FastifyRequest, wordCode: string): Promise<Device> {
    const { account } = identityOf(request)
    requirePermission(account, 'device:write')
    return requireDevice(parts.database, account, wordCode)
  }
}
