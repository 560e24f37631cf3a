import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { warningKinds } from '../../contract/wire/routes/page.ts'
import { bounds } from '../bounds.ts'
import type { ClockWatch } from '../clock/clock-watch.ts'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { knownMigrations } from '../database/migrations.ts'
import { firstValue } from '../database/row-values.ts'
import type { DiskReserve } from './disk-reserve.ts'
import type { Warnings } from './warnings.ts'

const { knownMs: knownForMs, timeMs: longestMs } = bounds.readiness.most
const everyMs = 5_000

const foundKinds = ['ready', 'read-only', 'newer-data'] as const
type Found = (typeof foundKinds)[number] | 'no-database'

/** Resolves to the state that `/readyz` reports. */
export type Readiness = () => Promise<Found | 'ending'>

const reportedOnce: Record<Found, string> = {
  ready: 'O banco de dados voltou a gravar e a responder.',
  'read-only':
    'O banco de dados não aceita gravações: o disco pode estar cheio. Gravações são recusadas (503) até que haja espaço.',
  'newer-data':
    'Uma versão mais nova do Guarita atualizou o banco de dados. Encerre esta instância e inicie a versão mais nova.',
  'no-database': 'O banco de dados não responde. Chamadas são recusadas (503) até que volte.',
}

type ReadinessParts = {
  version: string
  isEnding: () => boolean
  warnings: Warnings
  clock: ClockWatch
  diskReserve: DiskReserve
}

/**
 * `GET /livez` and `/healthz`: 200 `{alive: true, version}` while the process lives. `GET /readyz` (DUR-4): 200
 * `{ready: true}`, or 503 `{ready: false, reason}` if the server ends (`ending`), or if the database accepts no writes
 * (`read-only`), has migrations that this version does not know (`newer-data`) or does not answer within 2 s
 * (`no-database`). No route needs a token. A result about the database is cached for a second; each change is logged
 * once, even without requests. `warnings` lists faults that do not stop the server; with the warning `clock` the server
 * deletes nothing.
 */
export function readinessRoutes(
  app: FastifyInstance,
  database: Database,
  { version, isEnding, warnings, clock, diskReserve }: ReadinessParts,
): Readiness {
  // Read at the start, because an upgrade replaces the files.
  const migrations = knownMigrations()
  let logged: Found = 'ready'
  let last: { at: number; found: Promise<Found> } | undefined

  function find(): Promise<Found> {
    const now = performance.now()
    if (last === undefined || now - last.at >= knownForMs) last = { at: now, found: check() }
    return last.found
  }

  async function check(): Promise<Found> {
    const found = await within(longestMs, askDatabase(database, await migrations))
    if (found === logged) return found
    logged = found
    if (found === 'ready') app.log.warn(reportedOnce[found])
    else app.log.error(reportedOnce[found])
    return found
  }

  const readiness: Readiness = async () => (isEnding() ? 'ending' : find())

  for (const path of ['/livez', '/healthz'])
    app.get(path, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { alive: true, version }
    })
  app.get('/readyz', async (_request, reply) => {
    const found = await readiness()
    reply.header('cache-control', 'no-store')
    if (found !== 'ready') return reply.code(503).header('retry-after', '5').send({ ready: false, reason: found })
    // Each of the two calls sets or ends its warning, `clock` or `disk`.
    await clock.isPlausible().catch(() => true)
    await diskReserve.isUsed()
    const counts = warnings.counts()
    const raised = warningKinds.filter((kind) => counts[kind] > 0)
    return { ready: true, ...(raised.length > 0 && { warnings: raised }) }
  })
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof DatabaseUnavailable) find()
  })
  const timer = setInterval(find, everyMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return readiness
}

async function askDatabase(database: Database, migrations: string[]): Promise<Found> {
  try {
    const found = await firstValue(
      database,
      `select case when exists (select from migrations where name <> all($1)) then 'newer-data'
         when current_setting('transaction_read_only') = 'on' then 'read-only' else 'ready' end`,
      [migrations],
      v.picklist(foundKinds),
    )
    return found ?? 'no-database'
  } catch {
    return 'no-database'
  }
}

async function within(ms: number, asked: Promise<Found>): Promise<Found> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(resolve, ms, 'no-database')
  })
  const found = await Promise.race([asked, late])
  clearTimeout(timer)
  return found
}
