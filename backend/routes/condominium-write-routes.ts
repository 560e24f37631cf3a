import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { condominiumFields } from '../../contract/fields/schemas.ts'
import { requireCondominium, requirePermission } from '../access.ts'
import { identityOf } from '../authentication.ts'
import { changeCondominium, createCondominium, deleteCondominium, WordCodeTaken } from '../condominium-records.ts'
import { condominiumWithVersion } from '../condominiums.ts'
import type { Database } from '../database.ts'
import { entityTag, versionsOf } from '../entity-tag.ts'
import type { Realtime } from '../realtime.ts'
import { Refusal } from '../refusal.ts'
import { parseInput } from '../request-input.ts'
import type { Account } from '../users.ts'

type OfCondominium = { Params: { id: string } }

const customerQuery = v.object({ customersId: v.optional(v.string()) })
const ownedByServer = v.looseObject({ id: v.optional(v.unknown()), customersId: v.optional(v.unknown()) })

export type CondominiumWriteParts = { database: Database; realtime: Realtime }

/**
 * The writing calls of contract "Condominiums"; all want `condominium:write`. A PUT replaces the record: what it leaves
 * out is cleared. PUT and DELETE with an `If-Match` that is stale answer 412 `{error: true, message, current}`, `current`
 * being the `Condominium` as it is now, with its `ETag`; without `If-Match` the last one wins.
 */
export function condominiumWriteRoutes(api: FastifyInstance, { database, realtime }: CondominiumWriteParts): void {
  api.post('/condominium', async (request, reply) => {
    const account = writerOf(request)
    const fields = parseInput(condominiumFields, request.body)
    refuseOther(request.body, { customersId: account.customersId })
    const id = await createCondominium(database, account, fields).catch(conflictOf(fields.wordCode))
    await realtime.condominiumsChanged(account.customersId)
    return send(reply.code(201), id)
  })

  api.put<OfCondominium>('/condominium/:id', async (request, reply) => {
    const account = writerOf(request)
    const { id } = request.params
    await requireCondominium(database, account, id)
    const fields = parseInput(condominiumFields, request.body)
    refuseOther(request.body, { id, customersId: account.customersId })
    const versions = versionsOf(request.headers['if-match'])
    const changed = await changeCondominium(database, id, fields, versions).catch(conflictOf(fields.wordCode))
    if (!changed) throw await staleOrGone(id)
    return send(reply, id)
  })

  api.delete<OfCondominium>('/condominium/:id', async (request, reply) => {
    const account = writerOf(request)
    const { id } = request.params
    await requireCondominium(database, account, id)
    const devices = await deleteCondominium(database, id, versionsOf(request.headers['if-match']))
    if (devices === undefined) throw await staleOrGone(id)
    if (devices > 0) throw new Refusal(409, { message: stillHas(devices) })
    request.log.info({ condominiumId: id, userId: account.userId }, 'condominium deleted')
    await realtime.condominiumsChanged(account.customersId)
    return reply.code(204).send()
  })

  async function send(reply: FastifyReply, id: string): Promise<FastifyReply> {
    const found = await condominiumWithVersion(database, id)
    if (found === undefined) throw new Refusal(404)
    return reply.header('etag', entityTag(found.version)).send(found.condominium)
  }

  async function staleOrGone(id: string): Promise<Refusal> {
    const found = await condominiumWithVersion(database, id)
    if (found === undefined) return new Refusal(404)
    return new Refusal(412, { current: found.condominium, headers: { etag: entityTag(found.version) } })
  }
}

/** 403 without the permission; the customer that the address names must be the caller's own, else 404. */
function writerOf(request: FastifyRequest): Account {
  const { account } = identityOf(request)
  requirePermission(account, 'condominium:write')
  const { customersId = account.customersId } = parseInput(customerQuery, request.query)
  if (customersId !== account.customersId) throw new Refusal(404)
  return account
}

/** `id` and `customersId` are the server's; a body may repeat them, not change them. */
function refuseOther(body: unknown, own: { id?: string; customersId: string }): void {
  const given = parseInput(ownedByServer, body)
  const fields: Record<string, string> = {}
  if (own.id !== undefined && given.id !== undefined && given.id !== own.id)
    fields.id = 'O condomínio difere do que está no endereço.'
  if (given.customersId !== undefined && given.customersId !== own.customersId)
    fields.customersId = 'Um condomínio não muda de administradora.'
  if (Object.keys(fields).length > 0) throw new Refusal(422, { fields })
}

function conflictOf(wordCode: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof WordCodeTaken)) throw error
    throw new Refusal(409, { message: `Já existe um condomínio com o código ${wordCode}. Escolha outro código.` })
  }
}

function stillHas(devices: number): string {
  return devices === 1
    ? 'Este condomínio ainda tem 1 dispositivo. Exclua-o ou passe-o para outro condomínio e tente de novo.'
    : `Este condomínio ainda tem ${devices} dispositivos. Exclua-os ou passe-os para outro condomínio e tente de novo.`
}
