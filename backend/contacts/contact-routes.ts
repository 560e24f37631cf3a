import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contactsBody } from '../../contract/wire/requests/contacts.ts'
import { contactRoutes as wire } from '../../contract/wire/routes/contacts.ts'
import { requireCondominium } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Database } from '../database/database.ts'
import { actorOf } from '../evidence/fact.ts'
import { parseInput } from '../http/request-input.ts'
import { type ContactChange, changeContacts, taggedContacts } from './contact-lists.ts'

/** Contacts of a condominium and of the customer (PROC-1). */
export function contactRoutes(
  api: FastifyInstance,
  { database, now }: { database: Database; now: () => number },
): void {
  serve(api, wire.contactsOfCondominium, async (request) => {
    const { account } = identityOf(request)
    const { id: condominiumId } = request.params
    await requireCondominium(database, account, condominiumId)
    return taggedContacts(database, { customersId: account.customersId, condominiumId })
  })

  serve(api, wire.changeContactsOfCondominium, async (request) => {
    const { id } = request.params
    await requireCondominium(database, identityOf(request).account, id)
    const { contacts } = parseInput(contactsBody, request.body)
    return changeContacts(database, changeOf(request, id), contacts)
  })

  serve(api, wire.contactsOfCustomer, async (request) =>
    taggedContacts(database, { customersId: identityOf(request).account.customersId, condominiumId: null }),
  )

  serve(api, wire.changeContactsOfCustomer, async (request) => {
    const { contacts } = parseInput(contactsBody, request.body)
    return changeContacts(database, changeOf(request, null), contacts)
  })

  function changeOf(request: FastifyRequest, condominiumId: string | null): ContactChange {
    const { customersId } = identityOf(request).account
    return { customersId, condominiumId, actor: actorOf(request), now: now(), ifMatch: request.headers['if-match'] }
  }
}
