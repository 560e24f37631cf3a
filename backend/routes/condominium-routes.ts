import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { requireCondominium, requireSelf } from '../access.ts'
import { identityOf } from '../authentication.ts'
import { condominiumsById, condominiumsOf, condominiumWithVersion } from '../condominiums.ts'
import type { Database } from '../database.ts'
import { entityTag } from '../entity-tag.ts'
import { Refusal } from '../refusal.ts'
import { parseInput } from '../request-input.ts'

const mostIds = 100

const listQuery = v.object({
  condominiumsId: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(',').filter((id) => id !== '')),
    v.maxLength(mostIds, `Peça no máximo ${mostIds} condomínios por vez.`),
  ),
})

const userQuery = v.object({ userId: v.optional(v.string()) })

/** The reading calls of contract "Condominiums". */
export function condominiumRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  api.get('/condominium', async (request) => {
    const { condominiumsId } = parseInput(listQuery, request.query)
    return { result: await condominiumsById(database, identityOf(request).account, condominiumsId) }
  })

  api.get('/condominium/by-user', async (request) => {
    const { account } = identityOf(request)
    await requireSelf(database, account, parseInput(userQuery, request.query).userId)
    return { result: await condominiumsOf(database, account) }
  })

  api.get<{ Params: { id: string } }>('/condominium/by-id/:id', async (request, reply) => {
    await requireCondominium(database, identityOf(request).account, request.params.id)
    const found = await condominiumWithVersion(database, request.params.id)
    if (found === undefined) throw new Refusal(404)
    return reply.header('etag', entityTag(found.version)).send(found.condominium)
  })
}
