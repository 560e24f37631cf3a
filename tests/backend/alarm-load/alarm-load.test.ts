import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveIncidents, saveMembers } from '../../../backend/incidents/incident-store.ts'
import { beginIncident } from '../../../backend/incidents/moved-incident.ts'
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

/** Sessions end meanwhile. */
async function later(ms: number): Promise<void> {
  clock.now += ms
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  night = incidentNight(backend, admin, clock)
}

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
  const [own, ...others] = given.shifts.toSorted((left) => (left.person === null ? 1 : -1))
  expect(own).toMatchObject({ person: { id: operator.user.userId }, from: at(0) })
  // What the operator does not see called the operator never, and is in nobody's shift.
  expect(own?.alarms).toBe((await load(operator)).whole.alarms)
  expect(others).toMatchObject([{ person: null, from: at(0), alarms: given.whole.alarms - (own?.alarms ?? 0) }])
  expect(others[0]?.alarms).toBeGreaterThan(0)

  const auditor = await signIn(backend, 'auditor')
  expect((await load(auditor)).shifts.map(({ person }) => person?.id)).toContain(operator.user.userId)
  expect((await load(operator)).shifts.map(({ person }) => person?.id)).toEqual([operator.user.userId])
  const outsider = await signIn(backend, 'outsider')
  expect(await load(outsider)).toMatchObject({ whole: { alarms: 0 }, devices: [] })
})

it('tells who took what in a shift, of others only to whoever reads the audit (INC-9)', async () => {
  await later(45 * minute)
  const query = { from: new Date(clock.now).toISOString(), to: new Date(clock.now + 2 * hour).toISOString() }
  const device = await codeAt('condominio-03')
  await night.devices([device], 'refuse')
  await night.passes(3_000)
  const [mine] = await night.open()
  await night.passes(4 * minute)
  expect((await night.deed(admin, mine?.id ?? '', { deed: 'claim' })).status).toBe(200)
  const [shift] = (await load(admin, query)).shifts
  expect(shift).toMatchObject({ person: null, alarms: 1, worst: { incidentId: mine?.id } })
  expect(shift?.shares).toMatchObject([{ person: { id: admin.user.userId, name: admin.user.name }, alarms: 1 }])
  expect(shift?.medianMs).toBeGreaterThanOrEqual(4 * minute)
  expect(shift?.medianMs).toBeLessThan(5 * minute)
  // The call was taken in a later time than this.
  const early = (await load(admin, { ...query, to: new Date(clock.now - 2 * minute).toISOString() })).shifts[0]
  expect(early).toMatchObject({ medianMs: null, shares: [{ person: null, alarms: 1 }] })
  expect((await load(operator, query)).shifts).toMatchObject([{ alarms: 1, shares: [] }])
  await night.devices([device], 'up')
})

it('counts a silence that ends by itself as a call, and none that a person ends (INC-9)', async () => {
  await later(45 * minute)
  const device = await codeAt('condominio-05')
  const query = { from: new Date(clock.now).toISOString(), to: new Date(clock.now + 3 * hour).toISOString() }
  await night.devices([device], 'refuse')
  await night.passes(3_000)
  const found = (await night.open()).find(({ wordCode, resolvedAt }) => wordCode === device && resolvedAt === null)
  const silence = () =>
    night.deed(admin, found?.id ?? '', {
      deed: 'silence',
      until: new Date(clock.now + 20 * minute).toISOString(),
      reason: 'Manutenção combinada',
    })
  expect((await silence()).status).toBe(200)
  await night.passes(minute)
  expect((await night.deed(admin, found?.id ?? '', { deed: 'end-silence' })).status).toBe(200)
  expect((await load(admin, query)).whole.alarms).toBe(1)
  expect((await silence()).status).toBe(200)
  await night.passes(21 * minute)
  const told = await load(admin, query)
  expect(told.whole.alarms).toBe(2)
  expect(told.devices).toMatchObject([{ wordCode: device, alarms: 2, incidents: 1, falls: 1 }])
  await night.devices([device], 'up')
})

it('tells a person the own calls, and those nobody took, of a shift that a colleague handed over (INC-9)', async () => {
  await later(hour)
  const query = { from: new Date(clock.now).toISOString(), to: new Date(clock.now + hour).toISOString() }
  const device = await codeAt('condominio-03')
  await night.devices([device], 'refuse')
  await night.passes(3_000)
  const found = (await night.open()).find(({ wordCode, resolvedAt }) => wordCode === device && resolvedAt === null)
  await night.passes(2 * minute)
  expect((await night.deed(operator, found?.id ?? '', { deed: 'claim' })).status).toBe(200)
  await night.passes(minute)
  const body = { email: 'operador@guarita.demo', password: demoPassword, note: '' }
  expect((await admin.call('/rest/handovers', { method: 'POST', body })).status).toBe(201)
  const own = { person: { id: operator.user.userId }, alarms: 1 }
  expect((await load(admin, query)).shifts).toMatchObject([
    { person: { id: admin.user.userId }, alarms: 1, shares: [own] },
  ])
  expect((await load(operator, query)).shifts).toMatchObject([{ person: null, alarms: 1, shares: [own] }])
  await night.devices([device], 'up')
})

it('names no device that the person does not see, though an incident of most condominiums is everybody’s (INC-9)', async () => {
  await later(hour)
  const query = { from: new Date(clock.now).toISOString(), to: new Date(clock.now + hour).toISOString() }
  const incident = beginIncident({
    customersId: 'horizonte',
    condominiumId: null,
    wordCode: '',
    kind: 'contact',
    at: clock.now,
    failing: 2,
  })
  const members = await Promise.all(
    ['condominio-03', 'condominio-12'].map(async (condominiumId) => ({
      incidentId: incident.id,
      wordCode: await codeAt(condominiumId),
      condominiumId,
      isFailing: true,
      cause: 'away' as const,
      since: clock.now,
    })),
  )
  await backend.database.transaction(async (transaction) => {
    await saveIncidents(transaction, [incident])
    await saveMembers(transaction, members)
  })
  const codes = async (who: SignedIn) => (await load(who, query)).devices.map(({ wordCode }) => wordCode)
  expect(await codes(admin)).toHaveLength(2)
  expect(await codes(operator)).toEqual([members[0]?.wordCode])
  expect((await load(operator, query)).whole.alarms).toBe(1)
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
