import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { requireCondominium } from '../access.ts'
import { identityOf } from '../authentication.ts'
import type { Database } from '../database.ts'
import { eventsOf, lastEvents } from '../events.ts'
import { parseInput } from '../request-input.ts'

const mostEvents = 500
const mostEventsText = `Informe um número de 1 a ${mostEvents}.`

const pageQuery = v.object({
  limit: v.optional(
    v.pipe(
      v.string(),
      v.digits(mostEventsText),
      v.toNumber(),
      v.minValue(1, mostEventsText),
      v.maxValue(mostEvents, mostEventsText),
    ),
    '50',
  ),
  before: v.optional(
    v.union(
      [
        v.pipe(
          v.string(),
          v.regex(/^\d{1,18}$/),
          v.transform((id) => ({ id })),
        ),
        v.pipe(
          v.string(),
          v.isoTimestamp(),
          v.transform((text) => ({ at: new Date(text) })),
        ),
      ],
      'Informe o id de um evento ou uma data ISO.',
    ),
  ),
})

/** The events of contract "Events, ports, notifications". */
export function eventRoutes(api: FastifyInstance, parts: { database: Database; now: () => number }): void {
  const { database, now } = parts

  api.get('/events/last-events', async (request) => ({
    result: await lastEvents(database, identityOf(request).account, now()),
  }))

  api.get<{ Params: { condominiumId: string } }>('/events/:condominiumId', async (request) => {
    const { limit, before } = parseInput(pageQuery, request.query)
    const { condominiumId } = request.params
    await requireCondominium(database, identityOf(request).account, condominiumId)
    return { result: await eventsOf(database, condominiumId, { limit, before }) }
  })
}
