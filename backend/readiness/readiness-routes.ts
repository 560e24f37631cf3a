import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { warningKinds } from '../../contract/wire/routes/page.ts'
import { bounds } from '../bounds.ts'
import type { ClockWatch } from '../clock/clock-watch.ts'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { firstValue } from '../database/row-values.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { DiskReserve } from './disk-reserve.ts'
import type { Warnings } from './warnings.ts'

const { knownMs: knownForMs, timeMs: longestMs } = bounds.readiness.most
const everyMs = 5_000

type Readiness = 'ready' | 'read-only' | 'no-database' | 'no-events'

const reportedOnce: Record<Readiness, string> = {
  ready: 'O banco de dados voltou a gravar e a responder, e os eventos chegam.',
  'read-only':
    'O banco de dados não aceita gravações: o disco pode estar cheio. Gravações são recusadas (503) até que haja espaço.',
  'no-database': 'O banco de dados não responde. Chamadas são recusadas (503) até que volte.',
  'no-events': 'Os eventos de outros servidores não chegam. Os painéis são desligados até que a escuta volte.',
}

type ReadinessParts = {
  version: string
  isEnding: () => boolean
  realtime: Pick<Realtime, 'isListening'>
  warnings: Warnings
  clock: ClockWatch
  diskReserve: DiskReserve
}

/**
 * `GET /livez` and `/healthz`: 200 `{alive: true, version}` while the process lives. `GET /readyz` (DUR-4): 200 `{ready: true}`, or 503
 * `{ready: false, reason}` if the server ends (`ending`), or the database accepts no writes (`read-only`) or does not answer within 2 s
 * (`no-database`), or messages of other instances do not arrive (`no-events`). No token. Results about the database are cached for a second. Each change of them is logged once, even without requests.
 * `warnings` lists faults with which the server works on; with the warning `clock` it deletes nothing.
 */
export function readinessRoutes(
  app: FastifyInstance,
  database: Database,
  { version, isEnding, realtime, warnings, clock, diskReserve }: ReadinessParts,
): void {
  let logged: Readiness = 'ready'
  let last: { at: number; found: Promise<Readiness> } | undefined

  function find(): Promise<Readiness> {
    const now = performance.now()
    if (last === undefined || now - last.at >= knownForMs) last = { at: now, found: check() }
    return last.found
  }

  async function check(): Promise<Readiness> {
    const asked = await within(longestMs, askDatabase(database))
    const found = asked === 'ready' && !realtime.isListening() ? 'no-events' : asked
    if (found === logged) return found
    logged = found
    if (found === 'ready') app.log.warn(reportedOnce[found])
    else app.log.error(reportedOnce[found])
    return found
  }

  for (const path of ['/livez', '/healthz'])
    app.get(path, { config: { isProbe: true } }, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { alive: true, version }
    })
  app.get('/readyz', { config: { isProbe: true } }, async (_request, reply) => {
    const found = isEnding() ? 'ending' : await find()
    reply.header('cache-control', 'no-store')
    if (found !== 'ready') return reply.code(503).header('retry-after', '5').send({ ready: false, reason: found })
    // These set or end the warnings `clock` and `disk`.
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
}

async function askDatabase(database: Database): Promise<Readiness> {
  try {
    const isReadOnly = "select current_setting('transaction_read_only') = 'on'"
    return (await firstValue(database, isReadOnly, [], v.boolean())) ? 'read-only' : 'ready'
  } catch {
    return 'no-database'
  }
}

async function within(ms: number, asked: Promise<Readiness>): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Readiness>((resolve) => {
    timer = setTimeout(resolve, ms, 'no-database')
  })
  const found = await Promise.race([asked, late])
  clearTimeout(timer)
  return found
}
