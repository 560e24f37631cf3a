import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceHealth, healthRecord } from '../../../backend/health/device-health.ts'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { arrived, atTheDevice, recordOf, setFault } from '../parts/simulated-device.ts'

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
  it('is pinged now', async () => {
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

  it('is asked for once by those who ask together, and again after 2 s', async () => {
    await setFault(admin, 'AGUAVIVA-02', 'slow', 200)
    const answers = await Promise.all([1, 2, 3].map(() => health('AGUAVIVA-02')))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['online']))
    nowMs += 1_999
    expect((await health('AGUAVIVA-02')).checkedAt).toBe(new Date(startMs).toISOString())
    expect(await pings('AGUAVIVA-02')).toBe(1)
    nowMs += 1
    expect((await health('AGUAVIVA-02')).checkedAt).toBe(new Date(nowMs).toISOString())
    expect(await pings('AGUAVIVA-02')).toBe(2)
  })

  it('counts every failed contact, opens at 5, lets one try after 2 minutes, and closes with a success', async () => {
    const { wordCode } = await recordOf(admin, 'AGUAVIVA-03')
    await setFault(admin, wordCode, 'refuse')
    for (let count = 0; count < 3; count += 1) expect((await ask(wordCode)).status).toBe(502)
    expect(await health(wordCode)).toMatchObject({ status: 'offline', failureCount: 4, state: 'CLOSED' })
    expect((await ask(wordCode)).status).toBe(502)
    const failedAt = new Date(nowMs).toISOString()
    const opened = { failureCount: 5, lastFailureTime: failedAt, latencyMs: null, checkedAt: failedAt }
    expect(await health(wordCode)).toMatchObject({ ...opened, state: 'OPEN', isAvailable: false })
    expect((await ask(wordCode)).status).toBe(502)
    nowMs += 119_999
    await setFault(admin, wordCode, 'up')
    expect((await reset('NADA-01', admin)).status).toBe(404)
    expect((await ask(wordCode)).status).toBe(200)
    expect(await health(wordCode)).toMatchObject({ failureCount: 0, lastFailureTime: null, state: 'CLOSED' })
  })

  it('is unknown to nobody but those who may see the device', async () => {
    expect((await outsider.call('/rest/api/health/device/AGUAVIVA-01')).status).toBe(404)
    expect((await operator.call('/rest/api/health/device/ACUDE-01')).status).toBe(403)
    expect((await admin.call('/rest/api/health/device/NADA-01')).status).toBe(404)
  })

  it('says offline for one that hangs', async () => {
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
    const { state, isAvailable, failureCount: told } = healthRecord(failures(failureCount), nowMs)
    return [state, isAvailable, told]
  }

  it('opens with the fifth failure in a row', () => {
    expect(states(4)).toEqual(['CLOSED', true, 4])
    expect(states(5)).toEqual(['OPEN', false, 5])
  })

  it('is half open 2 minutes after the last failure', () => {
    nowMs += 119_999
    expect(states(5)).toEqual(['OPEN', false, 5])
    nowMs += 1
    expect(states(5)).toEqual(['HALF_OPEN', true, 5])
    expect(healthRecord(failures(5), nowMs).lastFailureTime).toBe(new Date(startMs).toISOString())
  })

  it('is told alike by every server of a database, also after a restart, and starts anew with a success', async () => {
    const wordCode = 'MANACAS-01'
    const elsewhere = deviceHealth(backend.database, () => nowMs)
    const stateElsewhere = async () => {
      const { state, isAvailable, failureCount, cause } = await elsewhere.recordOf(wordCode)
      return [state, isAvailable, failureCount, cause]
    }
    await setFault(admin, wordCode, 'refuse')
    for (let count = 0; count < 5; count += 1) await ask(wordCode)
    expect(await stateElsewhere()).toEqual(['OPEN', false, 5, 'refused'])
    nowMs += 120_000
    expect((await stateElsewhere())[0]).toBe('HALF_OPEN')
    await ask(wordCode)
    expect(await stateElsewhere()).toEqual(['OPEN', false, 6, 'refused'])
    await setFault(admin, wordCode, 'up')
    await ask(wordCode)
    expect(await stateElsewhere()).toEqual(['CLOSED', true, 0, undefined])
    await setFault(admin, wordCode, 'refuse')
    await ask(wordCode)
    expect(await stateElsewhere()).toEqual(['CLOSED', true, 1, 'refused'])
    await setFault(admin, wordCode, 'up')
  })
})

describe('a reset', () => {
  it('closes the record at once, without asking the device', async () => {
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

  it('wants device:reset, a visible device and a short reason, or none', async () => {
    expect((await reset('SAOJOAO-03', auditor)).status).toBe(403)
    expect((await reset('SAOJOAO-03', outsider)).status).toBe(404)
    expect((await reset('ACUDE-01', operator)).status).toBe(403)
    expect((await reset('SAOJOAO-03', operator)).status).toBe(200)
    expect((await reset('SAOJOAO-03', operator, { reason: 'x'.repeat(201) })).status).toBe(422)
    expect((await reset('SAOJOAO-03', operator, { reason: 7 })).status).toBe(422)
    expect((await reset('SAOJOAO-03', operator, [])).status).toBe(400)
  })
})

it('tells in detail how many of the visible devices answer, without those that are switched off (LIVE-7)', async () => {
  await setFault(admin, 'ACUDE-02', 'refuse')
  await ask('ACUDE-02')
  await backend.database.execute("update devices set status = 'unknown' where word_code = 'ACUDE-03'")
  await backend.database.execute("update devices set active = false where word_code = 'ACUDE-01'")
  const detailed = async (who: SignedIn) => (await who.call('/rest/api/health/detailed')).json()
  const offline = await backend.database.query(
    "select word_code as code from devices where status = 'offline' and active",
    [],
    v.object({ code: v.string() }),
  )
  expect(await detailed(admin)).toEqual({
    status: 'ok',
    devices: { total: 39, online: 38 - offline.length, offline: offline.length },
    db: { ok: true, latencyMs: expect.any(Number) },
    sockets: 0,
    memoryUsage: expect.any(Number),
    oldestCheckAt: expect.any(String),
  })
  expect((await detailed(outsider)).devices).toEqual({ total: 1, online: 1, offline: 0 })
})

it('counts its requests, and lists the visible devices that were ever contacted', async () => {
  const stats = async (who: SignedIn) => (await who.call('/rest/api/health/stats')).json()
  const before = await stats(admin)
  await setFault(admin, 'MONTANHES-01', 'refuse')
  await ask('MONTANHES-01')
  await admin.call('/rest/nada')
  await backend.database.execute("update devices set status = 'unknown' where word_code = 'MONTANHES-02'")
  const after = await stats(admin)
  expect(after.totalRequests - before.totalRequests).toBe(4)
  expect(after.failedRequests - before.failedRequests).toBe(1)
  expect(after.successfulRequests).toBe(after.totalRequests - after.failedRequests)
  expect(after.averageResponseTime).toBeGreaterThan(0)
  const codes = after.perDevice.map((one: { wordCode: string }) => one.wordCode)
  expect(after.perDevice).toContainEqual({
    wordCode: 'MONTANHES-01',
    online: false,
    latencyMs: null,
    lastContactAt: expect.any(String),
  })
  expect(after.perDevice).toContainEqual({
    wordCode: 'MONTANHES-03',
    online: true,
    latencyMs: expect.any(Number),
    lastContactAt: expect.any(String),
  })
  expect(codes).not.toContain('MONTANHES-02')
  expect(codes).not.toContain('MARABERTO-01')
  expect((await stats(outsider)).perDevice).toEqual([
    { wordCode: 'MARABERTO-01', online: true, latencyMs: expect.any(Number), lastContactAt: expect.any(String) },
  ])
})

it('forgets on cleanup what lay idle for 10 minutes, of what the user may see', async () => {
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

describe('the server’s own look at the devices', () => {
  it('finds out that one went down and came back, without being asked', async () => {
    const watching = await startTestBackend({ monitorEveryMs: 20 })
    const who = await signIn(watching, 'admin')
    await setFault(who, 'ACUDE-01', 'refuse')
    await expect.poll(async () => (await recordOf(who, 'ACUDE-01')).status).toBe('offline')
    await setFault(who, 'ACUDE-01', 'up')
    await expect.poll(async () => (await recordOf(who, 'ACUDE-01')).status).toBe('online')
    const kinds = async () => {
      const { result } = await (await who.call('/rest/events/condominio-12')).json()
      return result.map((event: { kind: string }) => event.kind)
    }
    // Its event is stored after the device itself.
    await expect.poll(kinds).toEqual(['device-up', 'device-down'])
    await watching.close()
  })

  it('leaves inactive devices alone', async () => {
    const watching = await startTestBackend({ monitorEveryMs: 20 })
    const who = await signIn(watching, 'admin')
    const lastPing = async (wordCode: string) => (await atTheDevice(who, wordCode)).received.at(-1)?.at ?? ''
    const anotherRound = async () => {
      const before = await lastPing('MONTANHES-04')
      await expect.poll(() => lastPing('MONTANHES-04')).not.toBe(before)
    }
    await watching.database.execute("update devices set active = false where word_code = 'ACUDE-03'")
    // The round under way may have read the device while it was active.
    await anotherRound()
    const last = await lastPing('ACUDE-03')
    await anotherRound()
    await anotherRound()
    expect(await lastPing('ACUDE-03')).toBe(last)
    await watching.close()
  })

  it('does not hold up closing', async () => {
    const watching = await startTestBackend({ monitorEveryMs: 20 })
    const who = await signIn(watching, 'admin')
    await who.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'hang' } })
    await arrived(who, 'ACUDE-01', 'ping')
    const startedAt = performance.now()
    await watching.close()
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})
