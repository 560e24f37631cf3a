import type { FastifyInstance } from 'fastify'
import { alarmLoadQuery, incidentRoutes as wire } from '../../contract/wire/routes/incidents.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Database } from '../database/database.ts'
import { parseInput } from '../http/request-input.ts'
import { alarmLoadOf } from './alarm-load.ts'

/** Routes of the alarm load (INC-9). */
export function alarmLoadRoutes(
  api: FastifyInstance,
  { database, now }: { database: Database; now: () => number },
): void {
  serve(api, wire.alarmLoad, async (request) => {
    const { from, to, cuts } = parseInput(alarmLoadQuery, request.query)
    const times = { from: from.getTime(), to: to.getTime(), cuts: cuts.map((cut) => cut.getTime()), now: now() }
    return alarmLoadOf(database, identityOf(request).account, times)
  })
}
