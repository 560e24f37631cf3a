import type { FastifyInstance, FastifyRequest } from 'fastify'
import { condominiumKinds } from '../../contract/procedures/procedure-kinds.ts'
import type { Procedure } from '../../contract/wire/answers/procedures.ts'
import { procedureListsBody, proceduresBody, procedureRoutes as wire } from '../../contract/wire/routes/procedures.ts'
import { requireCondominium } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { BusParts } from '../bus/bus.ts'
import { actorOf } from '../evidence/fact.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { changeProcedureLists, changeProcedures, ownedProcedures, procedureLists } from './procedures.ts'

/** The procedures of a customer and of its condominiums (PROC-1). */
export function procedureRoutes(api: FastifyInstance, { database, bus, now }: BusParts): void {
  serve(api, wire.procedures, (request) => ownedProcedures(database, ownerOf(request, null)))

  serve(api, wire.proceduresOfCondominium, async (request) => {
    const { condominiumId } = request.params
    await requireCondominium(database, identityOf(request).account, condominiumId)
    return ownedProcedures(database, ownerOf(request, condominiumId))
  })

  serve(api, wire.changeProcedures, (request) => change(request, null))

  serve(api, wire.changeProceduresOfCondominium, async (request) => {
    const { condominiumId } = request.params
    await requireCondominium(database, identityOf(request).account, condominiumId)
    return change(request, condominiumId)
  })

  serve(api, wire.procedureLists, (request) => procedureLists(database, identityOf(request).account))

  serve(api, wire.changeProcedureLists, async (request) => {
    const { lists } = parseInput(procedureListsBody, request.body)
    for (const { condominiumId, own } of lists) requireFitting(condominiumId, own)
    const given = { lists, actor: actorOf(request), now: now() }
    return changeProcedureLists(bus, identityOf(request).account, given)
  })

  async function change(request: FastifyRequest, condominiumId: string | null) {
    const { own } = parseInput(proceduresBody, request.body)
    requireFitting(condominiumId, own)
    const given = { own, ifMatch: request.headers['if-match'], actor: actorOf(request), now: now() }
    return changeProcedures(bus, ownerOf(request, condominiumId), given)
  }
}

/** Throws 422 for a procedure of several condominiums that one condominium would have. */
function requireFitting(condominiumId: string | null, own: readonly Procedure[]): void {
  if (condominiumId !== null && own.some(({ kind }) => !condominiumKinds.includes(kind)))
    throw new Refusal(422, { fields: { own: 'Este procedimento é de vários condomínios: só há o padrão.' } })
}

function ownerOf(request: FastifyRequest, condominiumId: string | null) {
  return { customersId: identityOf(request).account.customersId, condominiumId }
}
