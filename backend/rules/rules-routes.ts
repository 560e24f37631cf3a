import type { FastifyInstance } from 'fastify'
import { rulesQuery, evidenceRoutes as wire } from '../../contract/wire/routes/evidence.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Database } from '../database/database.ts'
import { parseInput } from '../http/request-input.ts'
import { dayBounds, dayOf } from './day-bounds.ts'
import { rulesInForce } from './rules-in-force.ts'

/** The route of the rules in force on a day (EVI-10). */
export function rulesRoutes(api: FastifyInstance, { database, now }: { database: Database; now: () => number }): void {
  serve(api, wire.rules, async (request) => {
    const { zone, on = dayOf(now(), zone) } = parseInput(rulesQuery, request.query)
    const day = dayBounds(on, zone)
    // Nobody knows which rules a later day will have.
    if (day.from.getTime() > now()) return { on, result: [] }
    return { on, result: await rulesInForce(database, identityOf(request).account.customersId, day) }
  })
}
