import type { FastifyInstance } from 'fastify'
import { devicesQuery } from '../../contract/wire/requests/devices.ts'
import { deviceRoutes as wire } from '../../contract/wire/routes/devices.ts'
import { requireCaller, requireCondominium, requireDevice } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { listRevision, viewerKey } from '../access/list-state.ts'
import type { Database } from '../database/database.ts'
import type { ListCache } from '../http/list-cache.ts'
import { parseInput } from '../http/request-input.ts'
import type { DeviceContacts } from './device-contacts.ts'
import { deviceOf, devicesOf } from './devices.ts'

export type DeviceRouteParts = {
  database: Database
  contacts: DeviceContacts
  lists: ListCache
  /** How the last contacts stand that are no change of a device (see `contactState`). */
  contactState: () => string
}

/** The reading calls of contract "Devices": from the records, and from the device itself. */
export function deviceRoutes(api: FastifyInstance, parts: DeviceRouteParts): void {
  const { database, contacts, lists, contactState } = parts

  serve(api, wire.devices, async (request, reply) => {
    const { account } = identityOf(request)
    const { wordCode, condominiumId, status, limit, cursor } = parseInput(devicesQuery, request.query)
    if (wordCode !== undefined) {
      const device = await deviceOf(database, account, wordCode)
      return { result: device ? [device] : [] }
    }
    if (condominiumId !== undefined) await requireCondominium(database, account, condominiumId)
    return lists.answer(request, reply, {
      key: `devices ${viewerKey(account)} ${JSON.stringify([condominiumId, status, cursor, limit])}`,
      state: `${await listRevision(database, account.customersId)} ${contactState()}`,
      async make() {
        const found = await devicesOf(database, account, { condominiumId, status, after: cursor, limit: limit + 1 })
        const result = found.slice(0, limit)
        return { result, nextCursor: found.length > limit ? (result.at(-1)?.wordCode ?? null) : null }
      },
    })
  })

  serve(api, wire.device, (request) => requireDevice(database, identityOf(request).account, request.params.wordCode))

  serve(api, wire.askDevice, async (request) => {
    const { account } = identityOf(request)
    const { userId, wordCode } = request.params
    requireCaller(account, userId)
    const device = await requireDevice(database, account, wordCode)
    await contacts.ask(device, { op: 'status' })
    return requireDevice(database, account, wordCode)
  })
}
