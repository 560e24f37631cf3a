import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Handover } from '../../contract/wire/answers/handovers.ts'
import { handoverBody, handoverRoutes as wire } from '../../contract/wire/routes/handovers.ts'
import { onDutyRoutes } from '../../contract/wire/routes/on-duty.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { plainCase } from '../access/users.ts'
import type { BusParts } from '../bus/bus.ts'
import type { Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { actorOf, factOf } from '../evidence/fact.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { handOverAllOf } from '../incidents/incident-actions.ts'
import type { PersonProofs } from '../sessions/person-proofs.ts'
import { handoverDraft, handoverMarks, handoverOf, storeHandover } from './handovers.ts'
import { peopleOnDuty } from './on-duty.ts'

export function handoverRoutes(
  api: FastifyInstance,
  { database, bus, now, proofs }: BusParts & { proofs: PersonProofs },
): void {
  serve(api, wire.handoverDraft, (request) => handoverDraft(database, identityOf(request).account, now()))

  serve(api, onDutyRoutes.onDuty, async (request) => ({
    result: await peopleOnDuty(database, identityOf(request).account, now()),
  }))

  serve(api, wire.handover, async (request) => {
    const found = await handoverOf(database, identityOf(request).account, request.params.id)
    if (found === undefined) throw new Refusal(404)
    return found
  })

  serve(api, wire.acceptHandover, async (request) => {
    const { account } = identityOf(request)
    const { email, password, note } = parseInput(handoverBody, request.body)
    if (plainCase(email) === account.email) throw wrong('email', 'Quem recebe o turno é outra pessoa.')
    const taker = await proofs.proveColleague(request, email, password)
    return bus.commit(async (transaction, announce) => {
      const at = now()
      const marks = await handoverMarks(transaction)
      const { last: _, ...lists } = await handoverDraft(transaction, account, at, marks.lastNote)
      const moved = await handOverAllOf(transaction, { from: account, to: taker, actor: actorOf(request) }, at)
      announce({ kind: 'incidents', list: moved })
      const given: Handover = {
        id: randomUUID(),
        at: new Date(at).toISOString(),
        from: { id: account.userId, name: account.name },
        to: { id: taker.userId, name: taker.name },
        note,
        ...lists,
        taken: moved.map(({ incident }) => incident.id),
      }
      await storeHandover(transaction, account.customersId, given, marks)
      await recordHandover(transaction, request, given)
      return given
    })
  })
}

function recordHandover(transaction: Queryable, request: FastifyRequest, given: Handover): Promise<void> {
  const { id, at, to, note, open, over, taken } = given
  const openSteps = open.flatMap((each) => (each.openSteps ? { incident: each.id, steps: each.openSteps } : []))
  const data = {
    handover: id,
    to: to.id,
    ...(note !== '' && { note }),
    open: open.map((each) => each.id),
    over: over.map((each) => each.id),
    taken,
    ...(openSteps.length > 0 && { openSteps }),
  }
  const fact = factOf(request, 'handover', Date.parse(at), { person: to.id }, data)
  return appendFacts(transaction, identityOf(request).account.customersId, fact)
}

function wrong(field: string, text: string): Refusal {
  return new Refusal(422, { fields: { [field]: text } })
}
