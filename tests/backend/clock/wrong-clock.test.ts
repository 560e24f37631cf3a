import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { busOver } from '../../../backend/bus/bus.ts'
import { inProcessTransport } from '../../../backend/bus/in-process-transport.ts'
import { clockCommand } from '../../../backend/clock/clock-command.ts'
import { type Backend, startBackend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { cheapCost, preparedDataDir } from '../../prepared-database.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type SignedIn, signIn } from '../parts/embedded-backend.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const yearMs = 365 * dayMs
const right = Date.now()
const tables = ['events', 'notifications', 'evidence', 'device_changes', 'handovers', 'sessions', 'idempotent_calls']

let dataDir: string
let nowMs = right
const logged: string[] = []

beforeEach(async () => {
  dataDir = await preparedDataDir('demo')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Starts the server on the data directory, with its clock at `time`. */
async function startAt(time: number): Promise<Backend> {
  nowMs = time
  return startBackend({
    port: 0,
    dataDir,
    seed: 'demo',
    isDurable: false,
    passwordCost: cheapCost,
    now: () => nowMs,
    log: { level: 'warn', format: 'json', write: (line) => logged.push(JSON.parse(line).msg) },
  })
}

async function countsOf({ database }: Backend): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const [row] = await database.query(`select ${counts.join(', ')}`, [], v.record(v.string(), v.number()))
  return row ?? {}
}

const readiness = async ({ url }: Backend) => (await fetch(`${url}/readyz`)).json()
const kindsOf = async ({ database }: Backend) => (await chainOf(database, 'horizonte')).map(({ record }) => record.kind)

async function wallOf({ url }: Backend, person: SignedIn): Promise<unknown> {
  const made = await person.call('/rest/wall-links', { method: 'POST', body: { name: 'Guarita norte' } })
  const { token } = await made.json()
  return (await fetch(`${url}/rest/wall`, { headers: { authorization: `Bearer ${token}` } })).json()
}

/** Runs the server once at the right time: it stores rows, and its clock is trusted. Returns the number of rows of each table. */
async function runAtRightTime(): Promise<Record<string, number>> {
  const backend = await startAt(right)
  const admin = await signIn(backend, 'admin')
  await admin.call('/device-control/device/restart/AGUAVIVA-01', {
    method: 'POST',
    headers: { 'idempotency-key': 'um' },
  })
  await backend.emitGateEvent({ condominiumId: 'condominio-12', kind: 'door-forced' })
  await backend.makeIncidents()
  const counts = await countsOf(backend)
  for (const table of ['events', 'notifications', 'evidence', 'idempotent_calls', 'sessions'])
    expect(counts[table], table).toBeGreaterThan(0)
  await backend.close()
  return counts
}

it('a start with the clock six years ahead deletes no row and signs no deletion; with the right clock, retention runs again', async () => {
  const before = await runAtRightTime()
  const wrong = await startAt(right + 6 * yearMs)
  await wrong.tidy()
  const after = await countsOf(wrong)
  for (const table of tables) expect(after[table], table).toBeGreaterThanOrEqual(before[table] ?? 0)
  expect(await kindsOf(wrong)).not.toContain('retention')
  await wrong.close()

  const again = await startAt(right + hourMs)
  expect(await readiness(again)).toEqual({ ready: true })
  expect(await wallOf(again, await signIn(again, 'admin'))).not.toHaveProperty('isClockPlausible')
  await again.database.execute(
    `insert into events (condominium_id, word_code, ip, kind, description, at)
     select condominium_id, word_code, ip, 'access-granted', '', $1 from devices limit 1`,
    [new Date(nowMs - 91 * dayMs)],
  )
  const { events = 0 } = await countsOf(again)
  await again.tidy()
  expect((await countsOf(again)).events).toBe(events - 1)
  await again.close()
})

it('a start with the clock six years ahead reports the wrong clock once in the log, in /readyz and to the panel, and works', async () => {
  await runAtRightTime()
  logged.length = 0
  const wrong = await startAt(right + 6 * yearMs)
  expect(await readiness(wrong)).toEqual({ ready: true, warnings: ['clock'] })
  const admin = await signIn(wrong, 'admin')
  expect(await (await admin.call('/rest/api/health/detailed')).json()).toMatchObject({ isClockPlausible: false })
  expect(await wallOf(wrong, admin)).toMatchObject({ isClockPlausible: false })
  nowMs += 5 * 60_000
  expect(await readiness(wrong)).toEqual({ ready: true, warnings: ['clock'] })
  await wrong.close()
  expect(logged.filter((text) => text.includes('relógio'))).toEqual([
    expect.stringMatching(/^O relógio do servidor parece errado: marca .*guarita clock --confirm/),
  ])
})

it('a server that was off for months deletes old rows only after a person confirms its clock', async () => {
  await runAtRightTime()
  const later = right + 100 * dayMs
  const backend = await startAt(later)
  const before = await countsOf(backend)
  await backend.tidy()
  expect((await countsOf(backend)).events).toBe(before.events)
  const parts = {
    database: backend.database,
    bus: busOver(backend.database, inProcessTransport()),
    now: () => nowMs,
  }
  expect(await clockCommand(parts, 'show')).toMatchObject({ isPlausible: false, now: new Date(later).toISOString() })
  expect(await clockCommand(parts, 'confirm')).toMatchObject({ isPlausible: true })
  await eventually(async () => expect(await readiness(backend)).toEqual({ ready: true }))
  await backend.tidy()
  expect((await countsOf(backend)).events).toBeLessThan(before.events ?? 0)
  await backend.close()
})

it('a clock set back by an hour is reported until it reaches the trusted time again', async () => {
  const backend = await startAt(right)
  expect(await readiness(backend)).toEqual({ ready: true })
  nowMs -= hourMs
  expect(await readiness(backend)).toEqual({ ready: true, warnings: ['clock'] })
  nowMs += hourMs
  expect(await readiness(backend)).toEqual({ ready: true })
  await backend.close()
})

it('a new notification is kept although 200 notifications have later times', async () => {
  const backend = await startAt(right)
  await backend.database.execute(
    `insert into notifications (id, user_id, title, body, created_at)
     select 'later-' || number, 'user-admin', '', '', $1 from generate_series(1, 200) as number`,
    [new Date(nowMs + 6 * yearMs)],
  )
  await backend.emitGateEvent({ condominiumId: 'condominio-12', kind: 'door-forced' })
  await backend.makeIncidents()
  nowMs += 60_000
  await backend.makeIncidents()
  const admin = await signIn(backend, 'admin')
  const { notifications } = await (await admin.call('/rest/notifications/list')).json()
  expect(notifications).toHaveLength(200)
  expect(notifications[0].title).not.toBe('')
  await backend.close()
})
