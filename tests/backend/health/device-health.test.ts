import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { healthRecord, healthRecordOf } from '../../../backend/health/device-health.ts'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { atTheDevice, setFault } from '../parts/simulated-device.ts'

const startMs = Date.parse('2026-03-02T08:00:00.000Z')
let nowMs = startMs
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let auditor: SignedIn
let outsider: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs, deviceTimeoutMs: 1_000 })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  auditor = await signIn(backend, 'auditor')
  outsider = await signIn(backend, 'outsider')
})
afterAll(() => backend.close())
beforeEach(() => {
  nowMs = startMs
})

const health = async (wordCode: string, who = admin) => (await who.call(`/rest/api/health/device/${wordCode}`)).json()
const ask = (wordCode: string) => admin.call(`/device-control/device/user-admin/${wordCode}`)
const reset = (wordCode: string, who: SignedIn, body?: unknown) =>
  who.call(`/rest/api/health/device/${wordCode}/reset`, { method: 'POST', body })
const pings = async (wordCode: string) => (await atTheDevice(admin, wordCode)).received.length

describe('the health of a device', () => {
  it('comes from a ping of the device', async () => {
    expect(await health('AGUAVIVA-01', auditor)).toEqual({
      wordCode: 'AGUAVIVA-01',
      status: 'online',
      failureCount: 0,
      lastFailureTime: null,
      state: 'CLOSED',
      isAvailable: true,
      latencyMs: expect.any(Number),
      checkedAt: new Date(startMs).toISOString(),
    })
  })

  it('needs one ping for simultaneous callers, and a new ping after 2 s', async () => {
    await setFault(admin, 'AGUAVIVA-02', 'slow', 200)
    const before = await pings('AGUAVIVA-02')
    nowMs += 60_000
    const startMs = nowMs
    const answers = await Promise.all([1, 2, 3].map(() => health('AGUAVIVA-02')))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['online']))
    nowMs += 1_999
    expect((await health('AGUAVIVA-02')).checkedAt).toBe(new Date(startMs).toISOString())
    expect(await pings('AGUAVIVA-02')).toBe(before + 1)
    nowMs += 1
    expect((await health('AGUAVIVA-02')).checkedAt).toBe(new Date(nowMs).toISOString())
    expect(await pings('AGUAVIVA-02')).toBe(before + 2)
  })

  it('needs a new ping after the clock was set back by ten minutes', async () => {
    await health('AGUAVIVA-02')
    const before = await pings('AGUAVIVA-02')
    nowMs -= 10 * 60_000
    expect((await health('AGUAVIVA-02')).checkedAt).toBe(new Date(nowMs).toISOString())
    expect(await pings('AGUAVIVA-02')).toBe(before + 1)
  })

  it('counts failed commands and failed pings together, and is OPEN after the fifth failure', async () => {
    await setFault(admin, 'AGUAVIVA-03', 'refuse')
    for (let count = 0; count < 3; count += 1) expect((await ask('AGUAVIVA-03')).status).toBe(502)
    expect(await health('AGUAVIVA-03')).toMatchObject({ status: 'offline', failureCount: 4, state: 'CLOSED' })
    expect((await ask('AGUAVIVA-03')).status).toBe(502)
    const failedAt = new Date(nowMs).toISOString()
    const opened = { failureCount: 5, lastFailureTime: failedAt, latencyMs: null, checkedAt: failedAt }
    expect(await health('AGUAVIVA-03')).toMatchObject({ ...opened, state: 'OPEN', isAvailable: false })
  })

  it('accepts commands while it is OPEN, and is CLOSED after the first success', async () => {
    await setFault(admin, 'AGUAVIVA-04', 'refuse')
    for (let count = 0; count < 6; count += 1) expect((await ask('AGUAVIVA-04')).status).toBe(502)
    nowMs += 119_999
    await setFault(admin, 'AGUAVIVA-04', 'up')
    expect((await ask('AGUAVIVA-04')).status).toBe(200)
    expect(await health('AGUAVIVA-04')).toMatchObject({ failureCount: 0, lastFailureTime: null, state: 'CLOSED' })
  })

  it('is hidden from people who may not see the device', async () => {
    expect((await outsider.call('/rest/api/health/device/AGUAVIVA-01')).status).toBe(404)
    expect((await operator.call('/rest/api/health/device/ACUDE-01')).status).toBe(403)
    expect((await admin.call('/rest/api/health/device/NADA-01')).status).toBe(404)
  })

  it('is offline for a device that hangs', async () => {
    await setFault(admin, 'SAOJOAO-01', 'hang')
    expect((await health('SAOJOAO-01')).status).toBe('offline')
    await setFault(admin, 'SAOJOAO-01', 'up')
    expect((await health('SAOJOAO-01')).status).toBe('online')
  })
})

describe('the record of failures', () => {
  const failures = (failureCount: number) => ({
    failureCount,
    lastFailureAt: new Date(startMs),
    cause: 'silent' as const,
  })
  const states = (failureCount: number) => {
    const { state, isAvailable, failureCount: reported } = healthRecord(failures(failureCount), nowMs)
    return [state, isAvailable, reported]
  }

  it('is OPEN after the fifth consecutive failure', () => {
    expect(states(4)).toEqual(['CLOSED', true, 4])
    expect(states(5)).toEqual(['OPEN', false, 5])
  })

  it('is HALF_OPEN 2 minutes after the last failure', () => {
    nowMs += 119_999
    expect(states(5)).toEqual(['OPEN', false, 5])
    nowMs += 1
    expect(states(5)).toEqual(['HALF_OPEN', true, 5])
    expect(healthRecord(failures(5), nowMs).lastFailureTime).toBe(new Date(startMs).toISOString())
  })

  describe('read by another server on the same database', () => {
    const wordCode = 'MANACAS-01'
    const stateElsewhere = async () => {
      const { state, isAvailable, failureCount, cause } = await healthRecordOf(backend.database, wordCode, nowMs)
      return [state, isAvailable, failureCount, cause]
    }
    const fail = async (times: number) => {
      await setFault(admin, wordCode, 'refuse')
      for (let count = 0; count < times; count += 1) await ask(wordCode)
    }
    const succeed = async () => {
      await setFault(admin, wordCode, 'up')
      await ask(wordCode)
    }
    beforeEach(succeed)

    it('is OPEN after five failures, and OPEN again after a failed trial 2 minutes later', async () => {
      await fail(5)
      expect(await stateElsewhere()).toEqual(['OPEN', false, 5, 'refused'])
      nowMs += 120_000
      expect(await stateElsewhere()).toEqual(['HALF_OPEN', true, 5, 'refused'])
      await fail(1)
      expect(await stateElsewhere()).toEqual(['OPEN', false, 6, 'refused'])
    })

    it('starts at zero after a success', async () => {
      await fail(2)
      await succeed()
      expect(await stateElsewhere()).toEqual(['CLOSED', true, 0, undefined])
      await fail(1)
      expect(await stateElsewhere()).toEqual(['CLOSED', true, 1, 'refused'])
    })
  })
})

describe('a reset', () => {
  it('closes the record immediately, without a request to the device', async () => {
    await setFault(admin, 'SAOJOAO-02', 'refuse')
    for (let count = 0; count < 5; count += 1) await ask('SAOJOAO-02')
    const answer = await reset('SAOJOAO-02', operator, { reason: 'Técnico no local' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      wordCode: 'SAOJOAO-02',
      status: 'offline',
      failureCount: 0,
      lastFailureTime: null,
      state: 'CLOSED',
      isAvailable: true,
      latencyMs: null,
      checkedAt: new Date(startMs).toISOString(),
    })
    expect((await health('SAOJOAO-02')).failureCount).toBe(1)
  })

  it.each([
    ['a person without device:reset', 'SAOJOAO-03', () => auditor, 403],
    ['a person of another customer', 'SAOJOAO-03', () => outsider, 404],
    ['a person who does not see the condominium', 'ACUDE-01', () => operator, 403],
    ['an admin, for an unknown device', 'NADA-01', () => admin, 404],
  ] as const)('is refused to %s', async (_who, wordCode, who, status) => {
    expect((await reset(wordCode, who())).status).toBe(status)
  })

  it('needs no reason', async () => {
    expect((await reset('SAOJOAO-03', operator)).status).toBe(200)
  })

  it.each([
    ['a reason of 201 characters', { reason: 'x'.repeat(201) }, 422],
    ['a reason that is not a text', { reason: 7 }, 422],
    ['a body that is not an object', [], 400],
  ])('is refused with %s', async (_what, body, status) => {
    expect((await reset('SAOJOAO-03', operator, body)).status).toBe(status)
  })
})

describe('the counts of the server', () => {
  const inDatabase = (change: string, wordCode: string) =>
    backend.database.execute(`update devices set ${change} where word_code = $1`, [wordCode])
  const stats = async (who: SignedIn) => (await who.call('/rest/api/health/stats')).json()

  it('include the visible devices that answer, without inactive devices (LIVE-7)', async () => {
    await setFault(admin, 'ACUDE-02', 'refuse')
    await ask('ACUDE-02')
    await inDatabase("status = 'unknown'", 'ACUDE-03')
    await inDatabase('active = false', 'ACUDE-01')
    const detailed = async (who: SignedIn) => (await who.call('/rest/api/health/detailed')).json()
    const offline = await backend.database.query(
      "select word_code as code from devices where status = 'offline' and active",
      [],
      v.object({ code: v.string() }),
    )
    expect(await detailed(admin)).toEqual({
      status: 'ok',
      devices: { total: 39, online: 38 - offline.length, offline: offline.length, inactive: 1 },
      db: { ok: true, latencyMs: expect.any(Number) },
      sockets: 0,
      memoryUsage: expect.any(Number),
      oldestCheckAt: expect.any(String),
    })
    expect((await detailed(outsider)).devices).toEqual({ total: 1, online: 1, offline: 0, inactive: 0 })
    await inDatabase("status = 'online'", 'ACUDE-03')
    await inDatabase('active = true', 'ACUDE-01')
  })

  it('include all requests and the failed requests', async () => {
    const before = await stats(admin)
    await setFault(admin, 'MONTANHES-01', 'refuse')
    await ask('MONTANHES-01')
    await admin.call('/rest/nada')
    const after = await stats(admin)
    expect(after.totalRequests - before.totalRequests).toBe(4)
    expect(after.failedRequests - before.failedRequests).toBe(1)
    expect(after.successfulRequests).toBe(after.totalRequests - after.failedRequests)
    expect(after.averageResponseTime).toBeGreaterThan(0)
  })

  it('list the visible devices that had contact at least once', async () => {
    await setFault(admin, 'MONTANHES-01', 'refuse')
    await ask('MONTANHES-01')
    await inDatabase("status = 'unknown'", 'MONTANHES-02')
    const { perDevice } = await stats(admin)
    const lastContactAt = expect.any(String)
    expect(perDevice).toContainEqual({ wordCode: 'MONTANHES-01', online: false, latencyMs: null, lastContactAt })
    const answering = { online: true, latencyMs: expect.any(Number), lastContactAt }
    expect(perDevice).toContainEqual({ wordCode: 'MONTANHES-03', ...answering })
    const codes = perDevice.map((one: { wordCode: string }) => one.wordCode)
    expect(codes).not.toContain('MONTANHES-02')
    expect(codes).not.toContain('MARABERTO-01')
    expect((await stats(outsider)).perDevice).toEqual([{ wordCode: 'MARABERTO-01', ...answering }])
    await inDatabase("status = 'online'", 'MONTANHES-02')
  })
})

it('cleanup deletes records of visible devices that were idle for 10 minutes', async () => {
  nowMs = startMs + 30 * 60_000
  const cleanup = async (who: SignedIn) => (await who.call('/rest/api/health/cleanup', { method: 'POST' })).json()
  await cleanup(admin)
  await setFault(admin, 'TRESIRMAOS-01', 'refuse')
  await health('TRESIRMAOS-01')
  nowMs += 10 * 60_000 - 1
  expect((await cleanup(admin)).removed).toBe(0)
  nowMs += 1
  expect((await cleanup(outsider)).removed).toBe(0)
  expect(await cleanup(operator)).toEqual({ removed: 1, lastCleanup: new Date(nowMs).toISOString() })
  expect((await cleanup(admin)).removed).toBe(0)
})
