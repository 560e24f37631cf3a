import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'
import type { DeviceContacts } from '../devices/device-contacts.ts'
import type { SecurityCounts } from '../logging/security-log.ts'
import type { Readiness } from '../readiness/readiness-routes.ts'
import type { Warnings } from '../readiness/warnings.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { type MeasuredDatabase, measureDatabase } from './measured-database.ts'

export type MeasuredParts = {
  database: Database
  bus: Pick<Bus, 'isConnected'>
  realtime: Pick<Realtime, 'socketCounts'>
  contacts: Pick<DeviceContacts, 'freeForMonitor'>
  securityCounts: SecurityCounts
  warnings: Pick<Warnings, 'counts'>
  readiness: Readiness
  /** Numbers of failed deliveries of signed heads; the name is the variable that configures the anchor. */
  anchorFailures: Readonly<Record<string, number>>
  version: string
  commit: string | null
  /** Directory of the database's files; undefined: not on this machine's disk. */
  diskPath: string | undefined
  now: () => number
}

const secondsOfAnswers = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const databaseHelp: readonly [keyof MeasuredDatabase, string][] = [
  ['database_bytes', 'Bytes that the data take.'],
  ['devices', 'Devices that are not switched off.'],
  ['device_checks_overdue', 'Devices whose check is due and not begun.'],
  ['device_check_oldest_seconds', 'Time since the oldest of the last checks.'],
  ['incidents_open', 'Ongoing incidents of all customers.'],
  ['incidents_unclaimed', 'Ongoing incidents that no person has claimed.'],
  ['backup_age_seconds', 'Time since the last successful `guarita backup`.'],
  ['backup_failed', '1 if the last `guarita backup` failed.'],
]

/** Creates metrics of this instance and of the process (event loop, memory, garbage, CPU); docs/logs-and-metrics.md lists them. */
export function serverMetrics(
  app: FastifyInstance,
  parts: MeasuredParts,
): { contentType: string; text(): Promise<string> } {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const answers = new Histogram({
    name: 'guarita_http_request_seconds',
    help: 'How long answers took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsOfAnswers,
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    answers.observe(labels, reply.elapsedTime / 1000)
  })
  return {
    contentType: register.contentType,
    text: async () => `${await register.metrics()}\n${await (await measuredNow(parts)).metrics()}`,
  }
}

/** Measures all metrics at one moment. A value that cannot be measured now is left out. */
async function measuredNow(parts: MeasuredParts): Promise<Registry> {
  const register = new Registry()
  const registers = [register]
  const { database, realtime, contacts, warnings, diskPath } = parts
  // Counted before the queries below, because the queries use connections themselves.
  const connections = database.poolCounts?.()
  const [ofDatabase, readiness, disk] = await Promise.all([
    measureDatabase(database, parts.now()),
    parts.readiness(),
    diskPath === undefined ? undefined : statfs(diskPath).catch(() => undefined),
  ])

  function gauge(name: string, help: string, value: number | null | undefined): void {
    if (typeof value === 'number') new Gauge({ name: `guarita_${name}`, help, registers }).set(value)
  }
  function gaugeBy(label: string, name: string, help: string, values: Readonly<Record<string, number>>): void {
    const made = new Gauge({ name: `guarita_${name}`, help, labelNames: [label], registers })
    for (const [key, value] of Object.entries(values)) made.set({ [label]: key }, value)
  }
  function counterBy(label: string, name: string, help: string, counts: Readonly<Record<string, number>>): void {
    const made = new Counter({ name: `guarita_${name}`, help, labelNames: [label], registers })
    for (const [key, count] of Object.entries(counts)) made.inc({ [label]: key }, count)
  }

  const { version, commit } = parts
  const build = { version, commit: commit ?? '' }
  new Gauge({
    name: 'guarita_build_info',
    help: 'Version of this instance.',
    labelNames: Object.keys(build),
    registers,
  }).set(build, 1)
  gauge('ready', '1 while `/readyz` answers 200.', readiness === 'ready' ? 1 : 0)
  gauge('bus_connected', '1 while messages of other instances arrive.', parts.bus.isConnected() ? 1 : 0)
  const sockets = [...realtime.socketCounts().values()].reduce((sum, count) => sum + count, 0)
  gauge('sockets', 'Live connections of panels to this instance.', sockets)
  gaugeBy('kind', 'warnings', 'Faults that need a person, by kind.', warnings.counts())
  const placesHelp = 'Checks of devices that could begin now, by how their devices were lately.'
  gaugeBy('lane', 'device_places_free', placesHelp, contacts.freeForMonitor())
  const securityHelp = 'Entries of the security log by kind: sign-ins failed and locked, requests refused.'
  counterBy('kind', 'security_events_total', securityHelp, parts.securityCounts)
  const anchorHelp = 'Failed deliveries of signed heads, by the variable of the anchor or time-stamp authority.'
  counterBy('variable', 'anchor_failures_total', anchorHelp, parts.anchorFailures)
  for (const [name, help] of databaseHelp) gauge(name, help, ofDatabase?.[name])
  if (connections) gaugeBy('state', 'database_connections', 'Connections to PostgreSQL, and waiting work.', connections)
  const diskHelp = 'Free bytes of the disk of the data; below 64 MiB nothing is written.'
  gauge('disk_free_bytes', diskHelp, disk && disk.bavail * disk.bsize)
  return register
}
