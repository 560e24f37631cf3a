import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { requireCaller, requireCondominium, requireDevice } from '../access.ts'
import { identityOf } from '../authentication.ts'
import type { Database } from '../database.ts'
import type { DeviceContacts } from '../device-contacts.ts'
import { deviceOf, devicesOf } from '../devices.ts'
import { parseInput } from '../request-input.ts'

const mostPerPage = 1_000
const limitText = `Informe um número de 1 a ${mostPerPage}.`

const listQuery = v.object({
  wordCode: v.optional(v.string()),
  condominiumId: v.optional(v.string()),
  limit: v.optional(
    v.pipe(v.string(), v.digits(limitText), v.toNumber(), v.minValue(1, limitText), v.maxValue(mostPerPage, limitText)),
    String(mostPerPage),
  ),
  cursor: v.optional(v.string(), ''),
})

export type DeviceRouteParts = { database: Database; contacts: DeviceContacts }

/** The reading calls of contract "Devices": from the records, and from the device itself. */
export function deviceRoutes(api: FastifyInstance, { database, contacts }: DeviceRouteParts): void {
  api.get('/device', async (request) => {
    const { account } = identityOf(request)
    const { wordCode, condominiumId, limit, cursor } = parseInput(listQuery, request.query)
    if (wordCode !== undefined) {
      const device = await deviceOf(database, account, wordCode)
      return { result: device ? [device] : [] }
    }
    if (condominiumId !== undefined) await requireCondominium(database, account, condominiumId)
    const found = await devicesOf(database, account, { condominiumId, after: cursor, limit: limit + 1 })
    const result = found.slice(0, limit)
    return { result, nextCursor: found.length > limit ? (result.at(-1)?.wordCode ?? null) : null }
  })

  api.get<{ Params: { wordCode: string } }>('/device/:wordCode', (request) =>
    requireDevice(database, identityOf(request).account, request.params.wordCode),
  )

  api.get<{ Params: { userId: string; wordCode: string } }>('/device/:userId/:wordCode', async (request) => {
    const { account } = identityOf(request)
    const { userId, wordCode } = request.params
    requireCaller(account, userId)
    const device = await requireDevice(database, account, wordCode)
    await contacts.ask(device, { op: 'status' })
    return requireDevice(database, account, wordCode)
  })
}
