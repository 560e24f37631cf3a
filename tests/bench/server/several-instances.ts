import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import type { Database } from '../../../backend/database/database.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { type SignedIn, signIn } from '../../backend/parts/embedded-backend.ts'
import { startInstances } from '../../backend/several-instances/instances-behind-proxy.ts'
import { type LivePanel, openLivePanel } from '../../backend/several-instances/live-panel.ts'
import { startPostgres } from '../../postgres-server.ts'
import { type Metric, printMetrics, quantile } from '../metric.ts'

// SCA-2: node tests/bench/server/several-instances.ts [--sockets N] [--seconds N] [--kill-every N] [--every-ms N]
const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '3' },
    sockets: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '180' },
    'kill-every': { type: 'string', default: '20' },
    /** Milliseconds between two events. */
    'every-ms': { type: 'string', default: '1000' },
  },
})
const [count, sockets, seconds] = [Number(values.instances), Number(values.sockets), Number(values.seconds)]
const [killEveryMs, eventEveryMs] = [Number(values['kill-every']) * 1_000, Number(values['every-ms'])]
const people = ['admin', 'operator', 'auditor'] as const
const openedAtOnce = 100
const slowestEndMs = 60_000
/** Longest delay of a message on a very busy machine. */
const slowestDeliveryMs = 10_000

/** A minute between checks, 15 s until claims of a killed instance expire, and 10 s for the call and its storage. */
const longestBetweenChecksMs = 85_000
const event = v.object({ id: v.string(), condominiumId: v.string(), at: v.date() })
const eventsSql = 'select id::text, condominium_id as "condominiumId", at from events order by events.id'
const notification = v.object({ id: v.string(), userId: v.string() })

// This process runs all panels and the proxy, and on a busy machine it notices a kill late.
const standstill = monitorEventLoopDelay()
standstill.enable()
const postgres = await startPostgres()
await postgres.administer('create database guarita')
const database = await openPostgresDatabase(postgres.urlOf('guarita'))
const instances = await startInstances(count, postgres.urlOf('guarita'), {
  args: ['--seed', 'demo'],
  ...(process.env.REDIS_URL !== undefined && { env: { REDIS_URL: process.env.REDIS_URL } }),
})
try {
  printMetrics(await measure())
} finally {
  await instances.stop()
  await database.close()
  await postgres.stop()
}

async function measure(): Promise<Metric[]> {
  const signedIn = await Promise.all(people.map((who) => signIn(instances, who)))
  const panels = await openPanels(signedIn)
  const startedWith = (await rowsOf(database, eventsSql, event)).length
  const startedAt = performance.now()
  const startedMs = Date.now()
  const isOver = () => performance.now() - startedAt > seconds * 1_000
  const [unanswered, kills, oldestCheckMs] = await Promise.all([
    makeEvents(signedIn, isOver),
    killInTurns(isOver),
    oldestCheckIn(database, isOver),
  ])

  const events = (await rowsOf(database, eventsSql, event)).slice(startedWith)
  const endedMs = Date.now()
  const alerts = await rowsOf(
    database,
    `select id, user_id as "userId" from notifications where data ->> 'activityId' = any($1::text[])`,
    notification,
    [events.map(({ id }) => id)],
  )
  const missing = () => missed(panels, events, alerts)
  const endMs = performance.now() + slowestEndMs
  while (performance.now() < endMs && (missing() > 0 || panels.some(({ panel }) => !panel.isUp()))) await wait(500)
  const all = panels.map(({ panel }) => panel)
  const sum = (of: (panel: LivePanel) => number) => all.reduce((total, panel) => total + of(panel), 0)
  const delays = all.flatMap((panel) => panel.delays)
  const metrics = [
    metric('instances', count),
    metric('sockets', sockets),
    metric('instances killed', kills),
    metric('events stored', events.length),
    metric('calls without an answer because of a kill', unanswered),
    metric('notifications stored', alerts.length),
    metric(
      'links lost',
      sum((panel) => panel.lost()),
    ),
    metric('messages received live', delays.length),
    { what: 'from the event to the panel, p50', measured: quantile(delays, 0.5), unit: 'ms' },
    { what: 'from the event to the panel, p99', measured: quantile(delays, 0.99), unit: 'ms' },
    { what: 'longest pause of this script', measured: longestStandstillMs(), unit: 'ms' },
    { what: 'time without a link', measured: 100 * withoutLink(all, startedMs, endedMs), unit: '%' },
    metric(
      'received over two links, shown once by the panel',
      sum((panel) => panel.twice.overTwo),
    ),
    metric('missed after the refetch', missing(), 0),
    metric('not received over a link that was up', undelivered(panels, events), 0),
    metric(
      'received twice over one link',
      sum((panel) => panel.twice.onOneLink),
      0,
    ),
    metric(
      'signed out',
      sum((panel) => panel.signedOut()),
      0,
    ),
    {
      what: 'age of the oldest check of an active device, after each device was checked once',
      measured: oldestCheckMs / 1_000,
      unit: 's',
      goal: longestBetweenChecksMs / 1_000,
    },
    metric('without a link at the end', all.filter((panel) => !panel.isUp()).length, 0),
  ]
  for (const panel of all) panel.close()
  return metrics
}

type PanelOf = { panel: LivePanel; userId: string; sees: ReadonlySet<string> }

async function openPanels(signedIn: SignedIn[]): Promise<PanelOf[]> {
  const owners = await Promise.all(
    signedIn.map(async ({ token, user: { userId }, call }) => {
      const answer = await call('/rest/condominium/by-user')
      const { result } = v.parse(v.object({ result: v.array(v.object({ id: v.string() })) }), await answer.json())
      return { token, userId, sees: new Set(result.map(({ id }) => id)) }
    }),
  )
  const panels: PanelOf[] = []
  while (panels.length < sockets) {
    const owner = owners[panels.length % owners.length]
    if (owner) panels.push({ ...owner, panel: openLivePanel(instances.url, owner) })
    if (panels.length % openedAtOnce === 0 || panels.length === sockets)
      while (panels.some(({ panel }) => !panel.isUp())) await wait(50)
  }
  return panels
}

/** Resolves to the number of calls without an answer; the server may have carried them out. */
async function makeEvents(signedIn: SignedIn[], isOver: () => boolean): Promise<number> {
  const [admin] = signedIn
  const asked: Promise<boolean>[] = []
  while (admin && !isOver()) {
    const condominiumId = `condominio-${String((asked.length % 12) + 1).padStart(2, '0')}`
    const kind = asked.length % 10 === 0 ? 'door-forced' : 'access-granted'
    const answer = admin.call('/rest/simulator/event', { method: 'POST', body: { condominiumId, kind } })
    asked.push(
      answer.then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    await wait(eventEveryMs)
  }
  return (await Promise.all(asked)).filter((isAnswered) => !isAnswered).length
}

async function killInTurns(isOver: () => boolean): Promise<number> {
  let kills = 0
  const startedAt = performance.now()
  for (;;) {
    await wait(Math.max(0, startedAt + (kills + 1) * killEveryMs - performance.now()))
    if (isOver()) return kills
    const index = kills % count
    await instances.kill(index)
    kills += 1
    await instances.startAgain(index)
  }
}

/** Resolves to the highest age of the oldest check, after each device has been checked once. */
async function oldestCheckIn(database: Database, isOver: () => boolean): Promise<number> {
  const began = Date.now()
  let oldestMs = 0
  for (; !isOver(); await wait(2_000)) {
    const [oldest] = await rowsOf(
      database,
      'select min(checked_at) as at from device_checks join devices using (word_code) where active',
      v.object({ at: v.date() }),
    )
    const at = oldest?.at.getTime() ?? began
    if (at >= began) oldestMs = Math.max(oldestMs, Date.now() - at)
  }
  return oldestMs
}

function missed(
  panels: readonly PanelOf[],
  events: readonly v.InferOutput<typeof event>[],
  alerts: readonly v.InferOutput<typeof notification>[],
): number {
  let count = 0
  for (const { panel, userId, sees } of panels) {
    for (const { id, condominiumId } of events) if (sees.has(condominiumId) && !panel.known.has(id)) count += 1
    for (const alert of alerts) if (alert.userId === userId && !panel.known.has(alert.id)) count += 1
  }
  return count
}

/** Counts events that a link did not deliver although it was up long enough; the refetch would hide them. */
function undelivered(panels: readonly PanelOf[], events: readonly v.InferOutput<typeof event>[]): number {
  let count = 0
  for (const { panel, sees } of panels)
    for (const { id, condominiumId, at } of events) {
      const ms = at.getTime()
      const isDue = panel.links.some(({ up, lost }) => up < ms && ms < lost - slowestDeliveryMs - longestStandstillMs())
      if (isDue && sees.has(condominiumId) && !panel.received.has(id)) count += 1
    }
  return count
}

function longestStandstillMs(): number {
  return standstill.max / 1e6
}

/** Share of time without a link, over all panels. */
function withoutLink(panels: readonly LivePanel[], from: number, to: number): number {
  const withLink = panels
    .flatMap(({ links }) => links)
    .reduce((sum, { up, lost }) => sum + Math.max(0, Math.min(lost, to) - Math.max(up, from)), 0)
  return 1 - withLink / (panels.length * (to - from))
}

function rowsOf<Row>(
  from: Database,
  sql: string,
  row: v.GenericSchema<unknown, Row>,
  parameters: unknown[] = [],
): Promise<Row[]> {
  return from.query(sql, parameters, row)
}

function metric(what: string, measured: number, goal?: number): Metric {
  return { what, measured, unit: '', ...(goal !== undefined && { goal }) }
}
