import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PersonDetails } from '../../contract/wire/answers/people.ts'
import { inviteBody, personBody } from '../../contract/wire/requests/people.ts'
import { peopleRoutes as wire } from '../../contract/wire/routes/people.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { BusParts } from '../bus/bus.ts'
import type { Tagged } from '../http/entity-tag.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { peopleOf, personOf } from './people.ts'
import {
  type AccountChange,
  changePerson,
  disablePerson,
  enablePerson,
  invitePerson,
  renewLink,
} from './person-changes.ts'
import { historyOf } from './person-history.ts'

/** Contract "People" (ACC-2): only people of the caller's customer; others are 404. */
export function peopleRoutes(api: FastifyInstance, { database, bus, now }: BusParts): void {
  serve(api, wire.people, async (request) => ({
    result: await peopleOf(database, identityOf(request).account.customersId, now()),
  }))

  serve(api, wire.person, (request) => found(request, request.params.id))

  serve(api, wire.personHistory, async (request) => {
    await found(request, request.params.id)
    return historyOf(database, request.params.id)
  })

  serve(api, wire.invite, async (request) => invitePerson(bus, changeOf(request), parseInput(inviteBody, request.body)))

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
    const { customersId, userId, permissions } = identityOf(request).account
    return { customersId, by: userId, now: now(), mayGive: permissions }
  }

  async function found(request: FastifyRequest, id: string): Promise<Tagged<PersonDetails>> {
    const person = await personOf(database, identityOf(request).account.customersId, id, now())
    if (person === undefined) throw new Refusal(404)
    return person
  }
}
