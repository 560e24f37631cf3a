import type { FastifyInstance } from 'fastify'
import { eventsQuery } from '../../contract/wire/requests/events.ts'
import { eventRoutes as wire } from '../../contract/wire/routes/events.ts'
import { requireCondominium } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Database } from '../database/database.ts'
import { parseInput } from '../http/request-input.ts'
import { eventsOf, lastEvents } from './events.ts'

/** The events of contract "Events, ports, notifications". */
export function eventRoutes(api: FastifyInstance, parts: { database: Database; now: () => number }): void {
  const { database, now } = parts

  serve(api, wire.lastEvents, async (request) => ({
    result: await lastEvents(database, identityOf(request).account, now()),
  }))

  serve(api, wire.events, async (request) => {
    const { limit, before } = parseInput(eventsQuery, request.query)
    const { condominiumId } = request.params
    await requireCondominium(database, identityOf(request).account, condominiumId)
    return { result: await eventsOf(database, condominiumId, { limit, before }) }
  })
}
