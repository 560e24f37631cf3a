import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { eventSearchQuery, eventsQuery } from '../../contract/wire/requests/events.ts'
import { eventRoutes as wire } from '../../contract/wire/routes/events.ts'
import { requireCondominium } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { listRevision, viewerKey } from '../access/visibility.ts'
import type { Database } from '../database/database.ts'
import type { ListCache } from '../http/list-cache.ts'
import { cursorSchema, rowNumber } from '../http/list-cursor.ts'
import { parseInput } from '../http/request-input.ts'
import type { PortTests } from '../port-tests/port-tests.ts'
import { searchEvents } from './event-search.ts'
import { eventsOf, lastEvents, lastEventsState } from './events.ts'

const searchQuery = v.object({ ...eventSearchQuery.entries, cursor: v.optional(cursorSchema([rowNumber])) })

type EventParts = { database: Database; lists: ListCache; portTests: PortTests; now: () => number }

/** Events and ports of contract "Events, ports, notifications". */
export function eventRoutes(api: FastifyInstance, { database, lists, portTests, now }: EventParts): void {
  serve(api, wire.portTests, (request) => portTests.run(identityOf(request).account))

  serve(api, wire.lastEvents, async (request, reply) => {
    const { account } = identityOf(request)
    const revision = await listRevision(database, account.customersId)
    return lists.answer(request, reply, {
      key: `last events ${viewerKey(account)}`,
      // The list shows ages in minutes.
      state: [revision, await lastEventsState(database, account.customersId), Math.floor(now() / 60_000)].join(' '),
      make: async () => JSON.stringify({ result: await lastEvents(database, account, now()) }),
    })
  })

  serve(api, wire.searchEvents, async (request) => {
    const { account } = identityOf(request)
    const { cursor, ...wanted } = parseInput(searchQuery, request.query)
    if (wanted.condominiumId !== undefined) await requireCondominium(database, account, wanted.condominiumId)
    return searchEvents(database, account, { ...wanted, after: cursor?.[0] })
  })

  serve(api, wire.events, async (request) => {
    const { limit, before } = parseInput(eventsQuery, request.query)
    const { condominiumId } = request.params
    await requireCondominium(database, identityOf(request).account, condominiumId)
    return { result: await eventsOf(database, condominiumId, { limit, before }) }
  })
}
