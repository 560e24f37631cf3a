import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { demoDataDir, type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { declaredRecord } from './declared-record.ts'

const gigabyte = 1_000_000_000
const noon = Date.parse('2026-03-02T12:00:00.000Z')
const day = 24 * 60 * 60_000
let nowMs = noon
let dataDir: string
let backend: Backend
let disk = { free: 100 * gigabyte, total: 200 * gigabyte }
const lines: string[] = []

beforeAll(async () => {
  dataDir = await demoDataDir()
  backend = await startTestBackend({
    dataDir,
    now: () => nowMs,
    declaredRecords: 20,
    declaredMegabytes: 0.015,
    measureDisk: async () => disk,
    log: { level: 'warn', format: 'json', write: (line) => lines.push(line) },
  })
})
afterAll(async () => {
  await backend.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  nowMs += 7 * day
  disk = { free: 100 * gigabyte, total: 200 * gigabyte }
  lines.length = 0
})

const recordOf = (who: SignedIn, reason = '') => declaredRecord(who, { at: new Date(nowMs).toISOString(), reason })
const deliver = (who: SignedIn, records: unknown[]) =>
  who.call(`/rest/device-audit/condominio-01/${who.user.userId}`, { method: 'POST', body: { records } })
const recordsOf = (who: SignedIn, count: number) => Array.from({ length: count }, () => recordOf(who))
const stored = async (who: SignedIn) => {
  const sql = 'select id from device_audit where user_id = $1 and received_at = $2'
  return (await backend.database.query(sql, [who.user.userId, new Date(nowMs)], v.object({ id: v.string() }))).length
}

describe('the quota of declared records (OPS-4)', () => {
  it('beyond the records of the day a person gets 429 until midnight, and nothing of the delivery is stored', async () => {
    const operator = await signIn(backend, 'operator')
    expect((await deliver(operator, recordsOf(operator, 15))).status).toBe(200)
    const refused = await deliver(operator, recordsOf(operator, 6))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(12 * 60 * 60)])
    expect(await stored(operator)).toBe(15)
    expect((await deliver(operator, recordsOf(operator, 5))).status).toBe(200)
    expect((await deliver(operator, recordsOf(operator, 1))).status).toBe(429)
    nowMs += day
    const tomorrow = await signIn(backend, 'operator')
    expect((await deliver(tomorrow, recordsOf(tomorrow, 20))).status).toBe(200)
  })

  it('beyond the bytes of the day a person gets 429', async () => {
    const operator = await signIn(backend, 'operator')
    const large = () => recordOf(operator, 'é'.repeat(200))
    let accepted = 0
    while (accepted < 20 && (await deliver(operator, [large()])).ok) accepted += 1
    expect(accepted).toBeGreaterThan(10)
    expect(accepted).toBeLessThan(20)
  })

  it('is of one person: a colleague can deliver, and a record that is sent twice counts once', async () => {
    const operator = await signIn(backend, 'operator')
    const admin = await signIn(backend, 'admin')
    const records = recordsOf(operator, 15)
    await deliver(operator, records)
    expect((await deliver(operator, records)).status).toBe(200)
    expect((await deliver(operator, recordsOf(operator, 5))).status).toBe(200)
    expect((await deliver(operator, recordsOf(operator, 1))).status).toBe(429)
    expect((await deliver(admin, recordsOf(admin, 1))).status).toBe(200)
  })

  it('leaves a line in the security log with the person', async () => {
    const operator = await signIn(backend, 'operator')
    await deliver(operator, recordsOf(operator, 21))
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ security: 'records-limited', userId: operator.user.userId, status: 429 }),
    )
  })
})

// With PostgreSQL, the server does not know the disk of the database.
describe.skipIf(inject('postgresUrl') !== undefined)('the disk reserve (OPS-4)', () => {
  it.each([
    ['less than 500 MB', { free: 0.49 * gigabyte, total: 4 * gigabyte }],
    ['less than 10 %', { free: 1.9 * gigabyte, total: 20 * gigabyte }],
    ['less than 5 GB of a large disk', { free: 4.9 * gigabyte, total: 1_000 * gigabyte }],
  ])(
    'with %s free, declared records and events of gates get 503, while sign-in and commands go on',
    async (_case, full) => {
      const first = await signIn(backend, 'operator')
      disk = full
      await expect.poll(async () => (await deliver(first, recordsOf(first, 1))).status).toBe(503)
      await expect(backend.emitGateEvent({ condominiumId: 'condominio-01' })).rejects.toMatchObject({ statusCode: 503 })
      const operator = await signIn(backend, 'operator')
      const command = await operator.call('/device-control/device/restart/AGUAVIVA-01', { method: 'POST' })
      expect(command.status).toBe(202)
      expect(await readiness()).toMatchObject({ warnings: expect.arrayContaining(['disk']) })
      disk = { free: 30 * gigabyte, total: 1_000 * gigabyte }
      const admin = await signIn(backend, 'admin')
      const record = recordOf(admin)
      await expect.poll(async () => (await deliver(admin, [record])).status).toBe(200)
      await backend.emitGateEvent({ condominiumId: 'condominio-01' })
      expect(await readiness()).not.toMatchObject({ warnings: expect.arrayContaining(['disk']) })
    },
  )
})

async function readiness(): Promise<unknown> {
  return (await fetch(`${backend.url}/readyz`)).json()
}
