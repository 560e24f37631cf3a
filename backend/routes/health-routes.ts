import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Database } from '../database.ts'

export type HealthRouteParts = { database: Database; version: string; uptimeSeconds: () => number }

/** `GET /api/health` of contract "Health": degraded when the database does not answer. */
export function healthRoutes(api: FastifyInstance, { database, version, uptimeSeconds }: HealthRouteParts): void {
  api.get('/api/health', async () => {
    const answered = await database.query('select 1 as one', [], v.object({ one: v.number() })).catch(() => [])
    return { status: answered.length === 1 ? 'ok' : 'degraded', uptimeS: Math.floor(uptimeSeconds()), version }
  })
}
