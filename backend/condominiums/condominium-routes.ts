import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EnteredCondominium } from '../../contract/fields/schemas.ts'
import {
  condominiumBody,
  condominiumsQuery,
  ofCustomerQuery,
  ofUserQuery,
} from '../../contract/wire/requests/condominiums.ts'
import { condominiumRoutes as wire } from '../../contract/wire/routes/condominiums.ts'
import { requireCondominium, requireSelf } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Account } from '../access/users.ts'
import { listRevision, viewerKey } from '../access/visibility.ts'
import type { BusParts } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'
import { actorOf } from '../evidence/fact.ts'
import type { ListCache } from '../http/list-cache.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import {
  type CondominiumChange,
  changeCondominium,
  createCondominium,
  deleteCondominium,
} from './condominium-records.ts'
import { condominiumsById, condominiumsText, taggedCondominium } from './condominiums.ts'

/** Read routes of contract "Condominiums". */
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

  serve(api, wire.condominium, async (request) => {
    await requireCondominium(database, identityOf(request).account, request.params.id)
    return taggedCondominium(database, request.params.id)
  })
}

/**
 * Write routes of contract "Condominiums". A PUT replaces the record: missing fields are cleared. If the `If-Match` of a PUT or DELETE is
 * stale, the answer is 412 `{error: true, message, current}` with the current `Condominium` and its `ETag`. Without `If-Match` the last
 * write wins.
 */
export function condominiumWriteRoutes(api: FastifyInstance, { database, bus, now }: BusParts): void {
  serve(api, wire.createCondominium, async (request) => {
    const account = writerOf(request)
    const fields = enteredIn(request.body, { customersId: account.customersId })
    return createCondominium(bus, account, changeOf(request), fields)
  })

  serve(api, wire.changeCondominium, async (request) => {
    const account = writerOf(request)
    const { id } = request.params
    await requireCondominium(database, account, id)
    const fields = enteredIn(request.body, { id, customersId: account.customersId })
    return changeCondominium(bus, id, changeOf(request), fields, request.headers['if-match'])
  })

  serve(api, wire.deleteCondominium, async (request) => {
    const account = writerOf(request)
    const { id } = request.params
    await requireCondominium(database, account, id)
    const devices = await deleteCondominium(bus, id, changeOf(request), request.headers['if-match'])
    if (devices > 0) throw new Refusal(409, { message: stillHas(devices) })
    request.log.info({ condominiumId: id, userId: account.userId }, 'condominium deleted')
  })

  function changeOf(request: FastifyRequest): CondominiumChange {
    return { customersId: identityOf(request).account.customersId, actor: actorOf(request), now: now() }
  }
}

/** Throws 404 if the customer in the path is not the caller's own. */
function writerOf(request: FastifyRequest): Account {
  const { account } = identityOf(request)
  const { customersId = account.customersId } = parseInput(ofCustomerQuery, request.query)
  if (customersId !== account.customersId) throw new Refusal(404)
  return account
}

/** Parses the fields that a person enters. A body may repeat `id` and `customersId`, but not change them. */
function enteredIn(body: unknown, own: { id?: string; customersId: string }): EnteredCondominium {
  const { id, customersId, ...entered } = parseInput(condominiumBody, body)
  const fields: Record<string, string> = {}
  if (own.id !== undefined && id !== undefined && id !== own.id)
    fields.id = 'O condomínio difere do que está no endereço.'
  if (customersId !== undefined && customersId !== own.customersId)
    fields.customersId = 'Um condomínio não muda de administradora.'
  if (Object.keys(fields).length > 0) throw new Refusal(422, { fields })
  return entered
}

function stillHas(devices: number): string {
  return devices === 1
    ? 'Este condomínio ainda tem 1 dispositivo. Exclua-o ou passe-o para outro condomínio e tente de novo.'
    : `Este condomínio ainda tem ${devices} dispositivos. Exclua-os ou passe-os para outro condomínio e tente de novo.`
}
