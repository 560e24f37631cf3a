import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PersonDetails } from '../../contract/wire/answers/people.ts'
import { inviteBody, personBody } from '../../contract/wire/requests/people.ts'
import { peopleRoutes as wire } from '../../contract/wire/routes/people.ts'
import { attemptLimit, countAttempt } from '../access/attempt-limit.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { bounds } from '../bounds.ts'
import type { BusParts } from '../bus/bus.ts'
import { actorOf } from '../evidence/fact.ts'
import type { Tagged } from '../http/entity-tag.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { peopleOf, personOf } from './people.ts'
import {
  type AccountChange,
  changePerson,
  disablePerson,
  enablePerson,
  endOldInvitation,
  invitePerson,
  isForeignEmail,
  renewLink,
} from './person-changes.ts'
import { historyOf } from './person-history.ts'

/** Contract "People" (ACC-2): only people of the caller's customer; others are 404. */
export function peopleRoutes(api: FastifyInstance, { database, bus, now }: BusParts): void {
  const foreignEmails = attemptLimit(database, { name: 'foreign-emails', ...bounds.foreignEmails.most }, now)

  serve(api, wire.people, async (request) => ({
    result: await peopleOf(database, identityOf(request).account.customersId, now()),
  }))

  serve(api, wire.person, (request) => found(request, request.params.id))

  serve(api, wire.personHistory, async (request) => {
    await found(request, request.params.id)
    return historyOf(database, request.params.id)
  })

  serve(api, wire.invite, async (request) => {
    const body = parseInput(inviteBody, request.body)
    const change = changeOf(request)
    await endOldInvitation(database, body.email, change)
    await countAttempt(foreignEmails, change.customersId)
    if (!(await isForeignEmail(database, body.email, change.customersId)))
      await foreignEmails.takeBack(change.customersId)
    return invitePerson(bus, change, body)
  })

  serve(api, wire.changePerson, async (request) => {
    const { id } = request.params
    await found(request, id)
    const body = parseInput(personBody, request.body)
    return changePerson(bus, changeOf(request), id, body, request.headers['if-match'])
  })

  serve(api, wire.makeLink, (request) => renewLink(bus, changeOf(request), request.params.id))

  serve(api, wire.disablePerson, (request) => disablePerson(bus, changeOf(request), request.params.id))

  serve(api, wire.enablePerson, (request) => enablePerson(bus, changeOf(request), request.params.id))

  function changeOf(request: FastifyRequest): AccountChange {
    return { customersId: identityOf(request).account.customersId, actor: actorOf(request), now: now() }
  }

  async function found(request: FastifyRequest, id: string): Promise<Tagged<PersonDetails>> {
    const person = await personOf(database, identityOf(request).account.customersId, id, now())
    if (person === undefined) throw new Refusal(404)
    return person
  }
}
