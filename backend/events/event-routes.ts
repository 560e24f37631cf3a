import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { existingTime } from '../../contract/wire/requests/audit.ts'
import { eventSearchQuery, eventsQuery } from '../../contract/wire/requests/events.ts'
import { eventRoutes as wire } from '../../contract/wire/routes/events.ts'
import { requireCondominium } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Database } from '../database/database.ts'
import { cursorOf, cursorSchema, rowNumber } from '../http/list-cursor.ts'
import { parseInput } from '../http/request-input.ts'
import { type EventPlace, searchEvents } from './event-search.ts'
import { eventsOf, lastEvents } from './events.ts'

const place = v.pipe(
  cursorSchema([existingTime, rowNumber]),
  v.transform(([at, id]): EventPlace => ({ at, id })),
)
const searchQuery = v.object({ ...eventSearchQuery.entries, cursor: v.optional(place) })

/** The events of contract "Events, ports, notifications". */
export function eventRoutes(api: FastifyInstance, parts: { database: Database; now: () => number }): void {
  const { database, now } = parts

  serve(api, wire.lastEvents, async (request) => ({
    result: await lastEvents(database, identityOf(request).account, now()),
  }))

  serve(api, wire.searchEvents, async (request) => {
    const { account } = identityOf(request)
    const { cursor, ...wanted } = parseInput(searchQuery, request.query)
    if (wanted.condominiumId !== undefined) await requireCondominium(database, account, wanted.condominiumId)
    const { events, next } = await searchEvents(database, account, { ...wanted, after: cursor })
    return { result: events, nextCursor: next && cursorOf([next.at.toISOString(), next.id]) }
  })

  serve(api, wire.events, async (request) => {
    const { limit, before } = parseInput(eventsQuery, request.query)
    const { condominiumId } = request.params
    await requireCondominium(database, identityOf(request).account, condominiumId)
    return { result: await eventsOf(database, condominiumId, { limit, before }) }
  })
}
