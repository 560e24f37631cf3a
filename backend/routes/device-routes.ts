import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { requireCondominium } from '../access.ts'
import { identityOf } from '../authentication.ts'
import type { Database } from '../database.ts'
import { deviceOf, devicesOf } from '../devices.ts'
import { Refusal } from '../refusal.ts'
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

/** The reading calls of contract "Devices" that the records alone can answer. */
export function deviceRoutes(api: FastifyInstance, { database }: { database: Database }): void {
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

  api.get<{ Params: { wordCode: string } }>('/device/:wordCode', async (request) => {
    const device = await deviceOf(database, identityOf(request).account, request.params.wordCode)
    if (device === undefined) throw new Refusal(404)
    return device
  })
}
