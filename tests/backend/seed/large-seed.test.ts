import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn
const steps: string[] = []

beforeAll(async () => {
  backend = await startTestBackend({ seed: 'large', pastEvents: 20, onStep: (step) => steps.push(step) })
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

it('the large seed reports each part before it is stored', () => {
  expect(steps.slice(-4)).toEqual(['condominiums', 'devices', 'events', 'indexes'])
})

it('the large seed has 10,000 condominiums with different names, and by-user lists all of them', async () => {
  const { result } = await (await admin.call('/rest/condominium/by-user')).json()
  expect(result).toHaveLength(10_000)
  expect(new Set(result.map((one: { name: string }) => one.name)).size).toBe(10_000)
})

it('the large seed limits the user record to 100 condominium ids', () => {
  expect(admin.user.condominiumsId).toHaveLength(100)
})

it('the port tests of the large seed cover 64 addresses for 50,000 devices', async () => {
  const results = await (await admin.call('/rest/port-tests')).json()
  expect(results).toHaveLength(64)
  expect(results.every((result: { success: boolean }) => result.success)).toBe(true)
  const page = await (await admin.call('/device-control/device')).json()
  expect(page.result).toHaveLength(1_000)
})

it('the large seed has active and inactive condominiums, and condominiums without events', async () => {
  const { result } = await (await admin.call('/rest/events/last-events')).json()
  expect(result.length).toBeGreaterThan(5_000)
  expect(result.length).toBeLessThan(10_000)
  expect(result.some((one: { timeSinceLastEvent: string }) => one.timeSinceLastEvent.includes('minuto'))).toBe(true)
  expect(result.some((one: { timeSinceLastEvent: string }) => one.timeSinceLastEvent.includes('hora'))).toBe(true)
})

it('the large seed has events whose newest is the last event of its condominium, and keeps indexes and keys of the table (PAGE-3)', async () => {
  const { result } = await (await admin.call('/rest/events?limit=1000')).json()
  const { result: last } = await (await admin.call('/rest/events/last-events')).json()
  expect(result).toHaveLength(1_000)
  expect(result[0].at).toBe(last[0].lastEventAt)
  expect(new Set(result.map(({ kind }: { kind: string }) => kind)).size).toBeGreaterThan(3)
  const names = await backend.database.query(
    `select conname as name from pg_constraint where conrelid = 'events'::regclass and contype <> 'n'
     union select indexname from pg_indexes where tablename = 'events' order by name`,
    [],
    v.object({ name: v.string() }),
  )
  expect(names.map(({ name }) => name)).toEqual([
    'events_condominium_id_fkey',
    'events_day',
    'events_device',
    'events_kind',
    'events_newest',
    'events_pkey',
  ])
})

it('the large seed makes 10,000 devices fail together without closing the addresses that they share with other devices', async () => {
  const switched = await admin.call('/rest/simulator/devices', {
    method: 'PUT',
    body: { fault: 'refuse', count: 10_000 },
  })
  expect(await switched.json()).toEqual({ changed: 10_000 })
  const ask = async (wordCode: string) => (await admin.call(`/device-control/device/user-admin/${wordCode}`)).status
  expect([await ask('C00001-1'), await ask('C02000-5'), await ask('C02001-1')]).toEqual([502, 502, 200])
  const tests = await (await admin.call('/rest/port-tests')).json()
  expect(tests.every((test: { success: boolean }) => test.success)).toBe(true)
  const { perDevice } = await (await admin.call('/rest/api/health/stats')).json()
  expect(perDevice).toHaveLength(50_000)
  expect(perDevice.filter((device: { online: boolean }) => !device.online)).toHaveLength(2)
})
