import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordContacts } from '../../../backend/devices/contact-records.ts'
import { checkedDeviceCount, checkPace, claimDueChecks, dueQueues } from '../../../backend/health/due-checks.ts'
import type { Backend } from '../../../backend/server.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { recordOf } from '../parts/simulated-device.ts'

const now = Date.parse('2026-03-02T08:00:00.000Z')
const nextCheckMs = 60_000
let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())
beforeEach(() =>
  backend.database.execute("update device_checks set next_check_at = 'epoch', is_slow = false, failure_count = 0"),
)

const claim = (limit: number, at = now, isSlow = false) =>
  claimDueChecks(backend.database, { isSlow, limit, now: at, nextCheckMs })
const codes = (devices: Device[]) => devices.map(({ wordCode }) => wordCode)
const checkOf = async (wordCode: string) => {
  const [row] = await backend.database.query(
    `select next_check_at as "nextCheckAt", is_slow as "isSlow", failure_count as "failureCount", checked_at as "checkedAt"
     from device_checks where word_code = $1`,
    [wordCode],
    v.object({ nextCheckAt: v.date(), isSlow: v.boolean(), failureCount: v.number(), checkedAt: v.date() }),
  )
  return row
}

/** SCA-3: this test and the tests below. */
describe('the check of a device that is due', () => {
  it('is claimed by only one server, even if several ask at the same time', async () => {
    const claims = await Promise.all([claim(15), claim(15), claim(15)])
    const claimed = codes(claims.flat())
    const [all] = await backend.database.query(
      'select count(*)::int as count from devices where active',
      [],
      v.object({ count: v.number() }),
    )
    expect(new Set(claimed).size).toBe(claimed.length)
    expect(claimed).toHaveLength(all?.count ?? 0)
    expect(await claim(100)).toEqual([])
  })

  it('can be claimed again after 15 s without a result, because its server may be dead or too busy', async () => {
    const claimed = codes(await claim(100))
    expect(await claim(100, now + 14_999)).toEqual([])
    expect(codes(await claim(100, now + 15_000)).sort()).toEqual(claimed.sort())
  })

  it('is not claimed for an inactive device', async () => {
    await backend.database.execute("update devices set active = false where word_code = 'AGUAVIVA-01'")
    expect(codes(await claim(100))).not.toContain('AGUAVIVA-01')
    expect((await checkOf('AGUAVIVA-01'))?.nextCheckAt).toEqual(new Date(now + nextCheckMs))
    await backend.database.execute("update devices set active = true where word_code = 'AGUAVIVA-01'")
  })

  it.each([
    ['an hour', 60 * 60_000],
    ['six years', 6 * 365 * 24 * 60 * 60_000],
  ])('is due at once after the clock was set back by %s, for every device', async (_name, backMs) => {
    const devices = codes(await claim(100, now + backMs))
    await backend.database.execute('update device_checks set next_check_at = $1', [
      new Date(now + backMs + nextCheckMs),
    ])
    expect(await dueQueues(backend.database, { now, nextCheckMs })).toEqual(['quick'])
    expect(codes(await claim(100)).sort()).toEqual(devices.sort())
    expect(await dueQueues(backend.database, { now, nextCheckMs })).toEqual([])
  })

  it('goes to the slow queue after the device hung, and leaves it after the next answer', async () => {
    const device = await recordOf(admin, 'AGUAVIVA-02')
    const at = new Date(now)
    await recordContacts(backend.database, [{ device, outcome: 'silent', at }], nextCheckMs)
    expect(await checkOf('AGUAVIVA-02')).toMatchObject({ isSlow: true, failureCount: 1, checkedAt: at })
    const later = now + nextCheckMs
    expect(await dueQueues(backend.database, { now: later - 1, nextCheckMs })).toEqual(['quick'])
    expect(codes(await claim(100, later - 1, true))).toEqual([])
    expect(await dueQueues(backend.database, { now: later, nextCheckMs })).toEqual(['slow', 'quick'])
    expect(codes(await claim(100, later))).not.toContain('AGUAVIVA-02')
    expect(codes(await claim(100, later, true))).toEqual(['AGUAVIVA-02'])
    expect(await dueQueues(backend.database, { now: later, nextCheckMs })).toEqual([])
    await recordContacts(backend.database, [{ device, outcome: { latencyMs: 3 }, at: new Date(later) }], nextCheckMs)
    expect(await checkOf('AGUAVIVA-02')).toMatchObject({ isSlow: false, failureCount: 0 })
  })

  it('exists as soon as the device exists, even if SQL inserted it', async () => {
    await backend.database.execute(
      `insert into devices (word_code, condominium_id, name, model, ip, port)
       select 'NOVO-' || n, 'condominio-01', 'Novo', 'CA-200', '10.9.9.' || n, 80 from generate_series(1, 3) as n`,
    )
    expect(codes(await claim(100))).toEqual(expect.arrayContaining(['NOVO-1', 'NOVO-2', 'NOVO-3']))
    await backend.database.execute("delete from devices where word_code like 'NOVO-%'")
    expect(await checkOf('NOVO-1')).toBeUndefined()
  })
})

describe('the results of many checks', () => {
  it('are stored by one statement, which returns the previous status of each device', async () => {
    const [up, down, moved] = await Promise.all(
      ['AGUAVIVA-01', 'AGUAVIVA-03', 'SAOJOAO-01'].map((wordCode) => recordOf(admin, wordCode)),
    )
    if (!up || !down || !moved) throw new Error('no devices')
    const at = new Date(now)
    const before = await recordContacts(
      backend.database,
      [
        { device: up, outcome: { latencyMs: 12 }, at },
        { device: down, outcome: 'refused', at },
        { device: { ...moved, port: moved.port + 1 }, outcome: 'silent', at },
      ],
      nextCheckMs,
    )
    expect([...before.keys()].sort()).toEqual(['AGUAVIVA-01', 'AGUAVIVA-03'])
    expect(before.get('AGUAVIVA-03')).toBe(down.status)
    expect(await recordOf(admin, 'AGUAVIVA-01')).toMatchObject({ status: 'online', latencyMs: 12 })
    expect(await recordOf(admin, 'AGUAVIVA-03')).toMatchObject({ status: 'offline', latencyMs: null })
    expect(await recordOf(admin, 'SAOJOAO-01')).toEqual(moved)
    expect(await checkOf('AGUAVIVA-03')).toMatchObject({ failureCount: 1, isSlow: false })
  })
})

describe('the interval between checks', () => {
  it('depends on the number of active devices only', async () => {
    const before = await checkedDeviceCount(backend.database)
    await backend.database.execute("update devices set active = false where word_code = 'AGUAVIVA-01'")
    expect(await checkedDeviceCount(backend.database)).toBe(before - 1)
    await backend.database.execute("update devices set active = true where word_code = 'AGUAVIVA-01'")
  })

  it.each([
    [40, 60_000],
    [12_500, 60_000],
    [25_000, 120_000],
    [50_000, 240_000],
    [90_000, 240_000],
  ])('for %i devices is %i ms', (devices, ms) => {
    const pace = checkPace(60_000)
    pace.setCount(devices)
    expect(pace.nextCheckMs()).toBe(ms)
  })
})
