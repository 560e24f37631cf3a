import type { FastifyInstance } from 'fastify'
import { condominiumsQuery, ofUserQuery } from '../../contract/wire/requests/condominiums.ts'
import { condominiumRoutes as wire } from '../../contract/wire/routes/condominiums.ts'
import { requireCondominium, requireSelf } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { listRevision, viewerKey } from '../access/list-state.ts'
import type { Database } from '../database/database.ts'
import { entityTag } from '../http/entity-tag.ts'
import type { ListCache } from '../http/list-cache.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { condominiumsById, condominiumsText, condominiumWithVersion } from './condominiums.ts'

/** The reading calls of contract "Condominiums". */
export function condominiumRoutes(
  api: FastifyInstance,
  { database, lists }: { database: Database; lists: ListCache },
): void {
  serve(api, wire.condominiums, async (request) => {
    const { condominiumsId } = parseInput(condominiumsQuery, request.query)
    return { result: await condominiumsById(database, identityOf(request).account, condominiumsId) }
  })

  serve(api, wire.condominiumsOfUser, async (request, reply) => {
    const { account } = identityOf(request)
    await requireSelf(database, account, parseInput(ofUserQuery, request.query).userId)
    return lists.answer(request, reply, {
      key: `condominiums ${viewerKey(account)}`,
      state: await listRevision(database, account.customersId),
      make: async () => `{"result":${await condominiumsText(database, account)}}`,
    })
  })

  serve(api, wire.condominium, async (request, reply) => {
    await requireCondominium(database, identityOf(request).account, request.params.id)
    const found = await condominiumWithVersion(database, request.params.id)
    if (found === undefined) throw new Refusal(404)
    reply.header('etag', entityTag(found.version))
    return found.condominium
  })
}
