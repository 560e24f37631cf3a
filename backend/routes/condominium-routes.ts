import type { FastifyInstance } from 'fastify'
import { condominiumsQuery, ofUserQuery } from '../../contract/wire/requests/condominiums.ts'
import { condominiumRoutes as wire } from '../../contract/wire/routes/condominiums.ts'
import { requireCondominium, requireSelf } from '../access.ts'
import { identityOf } from '../authentication.ts'
import { condominiumsById, condominiumsOf, condominiumWithVersion } from '../condominiums.ts'
import type { Database } from '../database.ts'
import { entityTag } from '../entity-tag.ts'
import { Refusal } from '../refusal.ts'
import { parseInput } from '../request-input.ts'
import { serve } from './contract-route.ts'

/** The reading calls of contract "Condominiums". */
export function condominiumRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  serve(api, wire.condominiums, async (request) => {
    const { condominiumsId } = parseInput(condominiumsQuery, request.query)
    return { result: await condominiumsById(database, identityOf(request).account, condominiumsId) }
  })

  serve(api, wire.condominiumsOfUser, async (request) => {
    const { account } = identityOf(request)
    await requireSelf(database, account, parseInput(ofUserQuery, request.query).userId)
    return { result: await condominiumsOf(database, account) }
  })

  serve(api, wire.condominium, async (request, reply) => {
    await requireCondominium(database, identityOf(request).account, request.params.id)
    const found = await condominiumWithVersion(database, request.params.id)
    if (found === undefined) throw new Refusal(404)
    reply.header('etag', entityTag(found.version))
    return found.condominium
  })
}
