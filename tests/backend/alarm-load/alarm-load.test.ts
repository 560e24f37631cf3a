import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { AlarmLoad } from '../../../contract/wire/answers/alarm-load.ts'
import { demoPassword } from '../../prepared-database.ts'
import { type IncidentNight, incidentNight } from '../incidents/incident-night.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-11-20T03:00:00.000Z')
const clock = { now: start }
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let night: IncidentNight

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  night = incidentNight(backend, admin, clock)
})
afterAll(() => backend.close())

const at = (ms: number) => new Date(start + ms).toISOString()

async function load(who: SignedIn, query: Record<string, string> = {}): Promise<AlarmLoad> {
  const asked = new URLSearchParams({ from: at(0), to: at(12 * hour), ...query })
  const answer = await who.call(`/rest/alarm-load?${asked}`)
  expect(answer.status).toBe(200)
  return answer.json()
}

async function codeAt(condominiumId: string): Promise<string> {
  const [device] = await night.devicesAt(condominiumId)
  return device?.wordCode ?? ''
}

it('counts calls, their worst ten minutes, and what nobody took longest, over what the person sees (INC-9)', async () => {
  const [seen, hidden] = [await codeAt('condominio-03'), await codeAt('condominio-12')]
  clock.now = start + 5 * minute
  await night.devices([seen], 'refuse')
  await night.passes(3_000)
  const [first] = await night.open()
  await night.passes(5 * minute)
  await night.deed(admin, first?.id ?? '', { deed: 'claim' })
  await night.devices([hidden], 'refuse')
  await night.passes(3_000)
  clock.now += 15 * minute
  await night.devices([hidden, seen], 'up')

  const told = await load(admin)
  expect(told.whole).toMatchObject({ alarms: 2, worst: { alarms: 2 } })
  expect(told.whole.longest).toMatchObject({ isTaken: false })
  expect(told.whole.longest?.forMs).toBeGreaterThan(15 * minute)
  expect(told.devices.map(({ wordCode, alarms }) => [wordCode, alarms])).toEqual(
    [seen, hidden].toSorted().map((code) => [code, 1]),
  )
  const own = await load(operator)
  expect(own.whole).toMatchObject({
    alarms: 1,
    worst: { alarms: 1 },
    longest: { incidentId: first?.id, isTaken: true },
  })
  expect(own.whole.longest?.forMs).toBeGreaterThanOrEqual(5 * minute)
  expect(own.whole.longest?.forMs).toBeLessThan(6 * minute)
  expect(own.devices.map(({ wordCode }) => wordCode)).toEqual([seen])
})

it('calls what comes back a call of its own, and what was over before anybody was told none (INC-9)', async () => {
  const before = (await load(admin)).whole.alarms
  const device = await codeAt('condominio-05')
  await night.devices([device], 'refuse')
  await night.passes(3_000)
  await night.devices([device], 'up')
  clock.now += 10 * minute
  await night.devices([device], 'refuse')
  await night.passes(3_000)
  expect((await load(admin)).whole.alarms).toBe(before + 2)
  await night.devices([device], 'up')
})

it('cuts the time where the panel says until shifts are handed over, and then tells whose they were (INC-9)', async () => {
  const cut = await load(admin, { cuts: [at(6 * hour), at(4 * minute), at(40 * hour)].join(',') })
  expect(cut.shifts.map(({ person, from, to }) => [person, from, to])).toEqual([
    [null, at(6 * hour), at(12 * hour)],
    [null, at(4 * minute), at(6 * hour)],
    [null, at(0), at(4 * minute)],
  ])
  expect(cut.shifts.map(({ alarms }) => alarms)).toEqual([0, cut.whole.alarms, 0])

  const body = { email: 'admin@guarita.demo', password: demoPassword, note: '' }
  expect((await operator.call('/rest/handovers', { method: 'POST', body })).status).toBe(201)
  const given = await load(admin)
  expect(given.shifts).toHaveLength(1)
  expect(given.shifts[0]).toMatchObject({ person: { id: operator.user.userId }, from: at(0) })
  // What the operator does not see called the operator never.
  expect(given.shifts[0]?.alarms).toBe((await load(operator)).whole.alarms)
  expect(given.shifts[0]?.alarms).toBeLessThan(given.whole.alarms)

  const auditor = await signIn(backend, 'auditor')
  expect((await load(auditor)).shifts.map(({ person }) => person?.id)).toEqual([operator.user.userId])
  expect((await load(operator)).shifts.map(({ person }) => person?.id)).toEqual([operator.user.userId])
  const outsider = await signIn(backend, 'outsider')
  expect(await load(outsider)).toMatchObject({ whole: { alarms: 0 }, devices: [] })
})

it.each([
  ['no time', {}],
  ['an end before the beginning', { from: at(hour), to: at(0) }],
  ['more than 31 days', { from: at(0), to: at(32 * 24 * hour) }],
  ['a cut that is no time', { from: at(0), to: at(hour), cuts: 'ontem' }],
])('refuses %s with words for a person (INC-9)', async (_, query) => {
  const answer = await admin.call(`/rest/alarm-load?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(422)
  expect(Object.keys((await answer.json()).fields)).not.toEqual([])
})
