import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveIncidents, saveMembers } from '../../../backend/incidents/incident-store.ts'
import { beginIncident } from '../../../backend/incidents/moved-incident.ts'
import type { Backend } from '../../../backend/server.ts'
import type { AlarmLoad } from '../../../contract/wire/answers/alarm-load.ts'
import { demoPassword } from '../../prepared-database.ts'
import { type IncidentNight, incidentNight } from '../incidents/incident-night.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { setFault } from '../parts/simulated-device.ts'

const minute = 60_000
const hour = 60 * minute
const periodMs = 12 * hour
const clock = { now: Date.parse('2026-11-20T03:00:00.000Z') }
/** Start of the current test's period, in milliseconds since the epoch. */
let start: number
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let night: IncidentNight

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
})
afterAll(() => backend.close())

/** Begins a period without events. Sessions of an earlier period have expired. */
async function beginPeriod(): Promise<void> {
  clock.now += periodMs
  // Ends what an earlier test left, so that its calls are before the period.
  await backend.makeIncidents()
  clock.now += minute
  start = clock.now
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  night = incidentNight(backend, admin, clock)
}

const at = (ms: number) => new Date(start + ms).toISOString()

async function load(who: SignedIn, query: Record<string, string> = {}): Promise<AlarmLoad> {
  const asked = new URLSearchParams({ from: at(0), to: at(periodMs), ...query })
  const answer = await who.call(`/rest/alarm-load?${asked}`)
  expect(answer.status).toBe(200)
  return answer.json()
}

async function codeAt(condominiumId: string): Promise<string> {
  const [device] = await night.devicesAt(condominiumId)
  return device?.wordCode ?? ''
}

/** Opens the incident of a device that refuses its contacts. */
async function fails(device: string): Promise<string> {
  await night.devices([device], 'refuse')
  await night.advance(3_000)
  const found = (await night.open()).find(({ wordCode, resolvedAt }) => wordCode === device && resolvedAt === null)
  return found?.id ?? ''
}

async function handOver(from: SignedIn, email: string): Promise<void> {
  const body = { email, password: demoPassword, note: '' }
  expect((await from.call('/rest/handovers', { method: 'POST', body })).status).toBe(201)
}

/** Two calls in ten minutes: the admin takes the first; the second is never taken and hidden from the operator. */
async function twoCalls(): Promise<{ seen: string; hidden: string; seenIncident: string }> {
  const [seen, hidden] = [await codeAt('condominio-03'), await codeAt('condominio-12')]
  clock.now += 5 * minute
  const seenIncident = await fails(seen)
  await night.advance(5 * minute)
  await night.act(admin, seenIncident, { deed: 'claim' })
  await fails(hidden)
  clock.now += 15 * minute
  await night.devices([hidden, seen], 'up')
  return { seen, hidden, seenIncident }
}

describe('the load of two calls in a period without handover (INC-9)', () => {
  let calls: Awaited<ReturnType<typeof twoCalls>>
  let whole: AlarmLoad
  let own: AlarmLoad

  beforeAll(async () => {
    await beginPeriod()
    calls = await twoCalls()
    whole = await load(admin)
    own = await load(operator)
  })

  it('counts the calls in total and for each device', () => {
    expect(whole.whole.alarms).toBe(2)
    expect(whole.devices.map(({ wordCode, alarms }) => [wordCode, alarms])).toEqual(
      [calls.seen, calls.hidden].toSorted().map((code) => [code, 1]),
    )
  })

  it('has the ten minutes with the most calls', () => {
    expect(whole.whole.worst).toMatchObject({ alarms: 2 })
  })

  it('names the call that waited longest for a person', () => {
    expect(whole.whole.longest).toMatchObject({ isTaken: false })
    expect(whole.whole.longest?.forMs).toBeGreaterThan(15 * minute)
  })

  it('has for an operator only the call and the device that the operator sees', () => {
    expect(own.whole).toMatchObject({
      alarms: 1,
      worst: { alarms: 1 },
      longest: { incidentId: calls.seenIncident, isTaken: true },
    })
    expect(own.whole.longest?.forMs).toBeGreaterThanOrEqual(5 * minute)
    expect(own.whole.longest?.forMs).toBeLessThan(6 * minute)
    expect(own.devices.map(({ wordCode }) => wordCode)).toEqual([calls.seen])
  })

  it('is cut into shifts at the times that the panel sends', async () => {
    const cuts = [at(6 * hour), at(4 * minute), at(40 * hour)].join(',')
    const { shifts } = await load(admin, { cuts })
    expect(shifts.map(({ person, from, to, alarms }) => [person, from, to, alarms])).toEqual([
      [null, at(6 * hour), at(12 * hour), 0],
      [null, at(4 * minute), at(6 * hour), 2],
      [null, at(0), at(4 * minute), 0],
    ])
  })
})

describe('the load of a shift that an operator handed over (INC-9)', () => {
  beforeAll(async () => {
    await beginPeriod()
    await twoCalls()
    await handOver(operator, 'admin@guarita.demo')
  })

  it('has the calls of the condominiums that the operator sees; the other calls belong to no shift', async () => {
    const { shifts } = await load(admin)
    expect(shifts.find(({ person }) => person !== null)).toMatchObject({
      person: { id: operator.user.userId },
      from: at(0),
      alarms: 1,
    })
    expect(shifts.filter(({ person }) => person === null)).toMatchObject([{ from: at(0), alarms: 1 }])
  })

  it('is shown to the operator and to a reader of the audit', async () => {
    const auditor = await signIn(backend, 'auditor')
    expect((await load(auditor)).shifts.map(({ person }) => person?.id)).toContain(operator.user.userId)
    expect((await load(operator)).shifts.map(({ person }) => person?.id)).toEqual([operator.user.userId])
  })

  it('is hidden from another customer', async () => {
    const outsider = await signIn(backend, 'outsider')
    const { whole, shifts, devices } = await load(outsider)
    expect([whole.alarms, devices]).toEqual([0, []])
    expect(shifts.map(({ person, alarms }) => [person, alarms])).toEqual(shifts.map(() => [null, 0]))
  })
})

describe('the shift of a person who signed in before a call (STATE-7)', () => {
  it('begins at the sign-in, before and after its handover', async () => {
    await beginPeriod()
    clock.now += 5 * hour
    // The sessions of the beginning have expired.
    admin = await signIn(backend, 'admin')
    night = incidentNight(backend, admin, clock)
    const late = await signIn(backend, 'auditor')
    const signedInAt = new Date(clock.now).toISOString()
    clock.now += 5 * minute
    const device = await codeAt('condominio-03')
    await fails(device)
    clock.now += 11 * minute
    expect((await load(late)).shifts.map(({ from, alarms }) => [from, alarms])).toEqual([
      [signedInAt, 1],
      [at(0), 0],
    ])
    await handOver(late, 'admin@guarita.demo')
    const [shift] = (await load(late)).shifts.filter(({ person }) => person !== null)
    expect(shift).toMatchObject({ person: { id: late.user.userId }, from: signedInAt, alarms: 1 })
    await night.devices([device], 'up')
  })
})

describe('a call (INC-9)', () => {
  beforeEach(beginPeriod)

  it('is counted again when the device fails again ten minutes after its recovery', async () => {
    // A device of its own: an incident of several failures stays open for longer.
    const device = await codeAt('condominio-06')
    await fails(device)
    await night.devices([device], 'up')
    await night.advance(10 * minute)
    await fails(device)
    expect((await load(admin)).whole.alarms).toBe(2)
    await night.devices([device], 'up')
  })

  it('is not counted when the device recovers before the notification is sent', async () => {
    const device = await codeAt('condominio-04')
    await night.devices([device], 'refuse')
    await setFault(admin, device, 'up')
    clock.now += 1_000
    await admin.call(`/device-control/device/user-admin/${device}`)
    await night.advance(10 * minute)
    expect(await load(admin)).toMatchObject({ whole: { alarms: 0 }, devices: [] })
  })

  it('is counted for a silence that ends by itself, and not for a silence that a person ends', async () => {
    const device = await codeAt('condominio-05')
    const incident = await fails(device)
    const silence = () =>
      night.act(admin, incident, {
        deed: 'silence',
        until: new Date(clock.now + 20 * minute).toISOString(),
        reason: 'Manutenção combinada',
      })
    expect((await silence()).status).toBe(200)
    await night.advance(minute)
    expect((await night.act(admin, incident, { deed: 'end-silence' })).status).toBe(200)
    expect((await load(admin)).whole.alarms).toBe(1)
    expect((await silence()).status).toBe(200)
    await night.advance(21 * minute)
    const { whole, devices } = await load(admin)
    expect(whole.alarms).toBe(2)
    expect(devices).toMatchObject([{ wordCode: device, alarms: 2, incidents: 1, falls: 1 }])
    await night.devices([device], 'up')
  })
})

describe('the shares of a shift (INC-9)', () => {
  describe('in which one person took the call after four minutes', () => {
    let incident: string

    beforeAll(async () => {
      await beginPeriod()
      const device = await codeAt('condominio-03')
      incident = await fails(device)
      await night.advance(4 * minute)
      expect((await night.act(admin, incident, { deed: 'claim' })).status).toBe(200)
      await night.devices([device], 'up')
    })

    it('name the person, and the shift has the median of the times until a call was taken', async () => {
      const [shift] = (await load(admin)).shifts
      expect(shift).toMatchObject({ person: null, alarms: 1, worst: { incidentId: incident } })
      expect(shift?.shares).toMatchObject([{ person: { id: admin.user.userId, name: admin.user.name }, alarms: 1 }])
      expect(shift?.medianMs).toBeGreaterThanOrEqual(4 * minute)
      expect(shift?.medianMs).toBeLessThan(5 * minute)
    })

    it('name no person for a call that was taken after the end of the period', async () => {
      const [early] = (await load(admin, { to: at(2 * minute) })).shifts
      expect(early).toMatchObject({ medianMs: null, shares: [{ person: null, alarms: 1 }] })
    })

    it('of other people are hidden from a person who may not read the audit', async () => {
      expect((await load(operator)).shifts).toMatchObject([{ alarms: 1, shares: [] }])
    })
  })

  it('that a colleague handed over have the calls that the person took', async () => {
    await beginPeriod()
    const device = await codeAt('condominio-03')
    const incident = await fails(device)
    await night.advance(2 * minute)
    expect((await night.act(operator, incident, { deed: 'claim' })).status).toBe(200)
    await night.advance(minute)
    await handOver(admin, 'operador@guarita.demo')
    const own = { person: { id: operator.user.userId }, alarms: 1 }
    expect((await load(admin)).shifts).toMatchObject([{ person: { id: admin.user.userId }, alarms: 1, shares: [own] }])
    expect((await load(operator)).shifts).toMatchObject([{ person: null, alarms: 1, shares: [own] }])
    await night.devices([device], 'up')
  })
})

it("an operator's report names only visible devices, even for an incident of most condominiums (INC-9)", async () => {
  await beginPeriod()
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
      hasAnswered: false,
      isWatched: true,
      cause: 'silent' as const,
      since: clock.now,
    })),
  )
  await backend.database.transaction(async (transaction) => {
    await saveIncidents(transaction, [incident])
    await saveMembers(transaction, members)
  })
  const codes = async (who: SignedIn) => (await load(who)).devices.map(({ wordCode }) => wordCode)
  expect(await codes(admin)).toHaveLength(2)
  expect(await codes(operator)).toEqual([members[0]?.wordCode])
  expect((await load(operator)).whole.alarms).toBe(1)
  // Later tests would add their failures to this incident.
  await backend.database.execute('delete from incidents where id = $1', [incident.id])
})

const [today, tomorrow] = ['2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z']

it.each([
  ['a missing period', {}],
  ['an end before the start', { from: tomorrow, to: today }],
  ['more than 31 days', { from: today, to: '2026-12-22T03:00:00.000Z' }],
  ['an invalid cut', { from: today, to: tomorrow, cuts: 'ontem' }],
])('the report refuses %s with words for a person (INC-9)', async (_, query) => {
  const auditor = await signIn(backend, 'auditor')
  const answer = await auditor.call(`/rest/alarm-load?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(422)
  expect(Object.keys((await answer.json()).fields)).not.toEqual([])
})
