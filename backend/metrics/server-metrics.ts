import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import type { DeviceContacts } from '../devices/device-contacts.ts'
import type { SecurityCounts } from '../logging/security-log.ts'
import type { Warnings } from '../readiness/warnings.ts'
import type { Realtime } from '../realtime/realtime.ts'

export type MeasuredParts = {
  database: Database
  realtime: Pick<Realtime, 'socketCounts'>
  contacts: Pick<DeviceContacts, 'freeForMonitor'>
  securityCounts: SecurityCounts
  warnings: Pick<Warnings, 'counts'>
  /** Directory of the database's files; undefined: not on this machine's disk. */
  diskPath: string | undefined
  now: () => number
}

const secondsOfAnswers = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const checkRow = v.object({ devices: v.number(), overdue: v.number(), oldest: v.nullable(v.date()) })
/** While the database is unreachable, the other metrics are still reported. */
const notToday = () => []

/** Creates metrics of this instance and of the process (event loop, memory, garbage, CPU); docs/logs-and-metrics.md lists them. */
export function serverMetrics(
  app: FastifyInstance,
  parts: MeasuredParts,
): { contentType: string; text(): Promise<string> } {
  const registers = [new Registry()]
  const [register = new Registry()] = registers
  collectDefaultMetrics({ register })

  const answers = new Histogram({
    name: 'guarita_http_request_seconds',
    help: 'How long answers took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsOfAnswers,
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    answers.observe(labels, reply.elapsedTime / 1000)
  })
  const gauge: MakeGauge = (name, help, collect = () => {}, labelNames = []) =>
    new Gauge({ name: `guarita_${name}`, help, labelNames, registers, collect })
  gauge('sockets', 'Live connections of panels to this instance.', function () {
    this.set([...parts.realtime.socketCounts().values()].reduce((sum, count) => sum + count, 0))
  })
  new Counter({
    name: 'guarita_security_events_total',
    help: 'What the security log noted, by kind: sign-ins failed and locked, requests refused.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, count] of Object.entries(parts.securityCounts)) this.inc({ kind }, count)
    },
  })
  const setWarnings = function (this: Gauge) {
    for (const [kind, count] of Object.entries(parts.warnings.counts())) this.set({ kind }, count)
  }
  gauge('warnings', 'Faults that need a person, by kind.', setWarnings, ['kind'])
  const placesHelp = 'Checks of devices that could begin now, by how their devices were lately.'
  const setPlaces = function (this: Gauge) {
    for (const [lane, free] of Object.entries(parts.contacts.freeForMonitor())) this.set({ lane }, free)
  }
  gauge('device_places_free', placesHelp, setPlaces, ['lane'])
  measureChecks(parts, gauge)
  measureDatabase(parts, gauge)
  return { contentType: register.contentType, text: () => register.metrics() }
}

type MakeGauge = (
  name: string,
  help: string,
  collect?: (this: Gauge) => void | Promise<void>,
  labelNames?: string[],
) => Gauge

function measureChecks({ database, now }: MeasuredParts, gauge: MakeGauge): void {
  const devices = gauge('devices', 'Devices that are not switched off.')
  const overdue = gauge('device_checks_overdue', 'Devices whose check is due and not begun.')
  const oldestHelp = 'How long ago the device was asked that waits longest.'
  gauge('device_check_oldest_seconds', oldestHelp, async function () {
    const [row] = await database
      .query(
        `select count(*)::int as devices, count(*) filter (where next_check_at <= $1)::int as overdue, min(checked_at) as oldest
         from device_checks join devices on devices.word_code = device_checks.word_code where active`,
        [new Date(now())],
        checkRow,
      )
      .catch(notToday)
    devices.set(row?.devices ?? 0)
    overdue.set(row?.overdue ?? 0)
    this.set(row?.oldest ? (now() - row.oldest.getTime()) / 1000 : 0)
  })
}

function measureDatabase({ database, diskPath }: MeasuredParts, gauge: MakeGauge): void {
  gauge('database_bytes', 'Bytes that the data take.', async function () {
    const size = 'select pg_database_size(current_database())::float8'
    this.set((await firstValue(database, size, [], v.number()).catch(() => 0)) ?? 0)
  })
  const { poolCounts } = database
  if (poolCounts !== undefined) {
    const setCounts = function (this: Gauge) {
      for (const [state, count] of Object.entries(poolCounts())) this.set({ state }, count)
    }
    gauge('database_connections', 'Connections to PostgreSQL, and what waits for one.', setCounts, ['state'])
  }
  if (diskPath !== undefined)
    gauge('disk_free_bytes', 'Room left where the data lie; below 64 MiB nothing is written.', async function () {
      const { bavail, bsize } = await statfs(diskPath)
      this.set(bavail * bsize)
    })
}
