import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { demoDataDir, type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { arrived, atTheDevice, nothingDone, setFault } from '../parts/simulated-device.ts'

let nowMs = Date.parse('2026-03-02T08:00:00.000Z')
let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs, deviceTimeoutMs: 1_000 })
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

const keyed = (who: SignedIn, path: string, key: string, body?: unknown) =>
  who.call(`/device-control/device/${path}`, { method: 'POST', headers: { 'idempotency-key': key }, body })
const restart = (wordCode: string, key: string, who = admin) => keyed(who, `restart/${wordCode}`, key)
const activate = (wordCode: string, key: string, active: unknown) =>
  keyed(admin, `activate/user-admin/${wordCode}`, key, { active })
const restartsReceived = async (wordCode: string, who = admin) =>
  (await atTheDevice(who, wordCode)).received.filter(({ op }) => op === 'restart').map(({ key }) => key)

describe('a repeated call (DEV-4)', () => {
  it('waits for the answer of the first call while that one runs', async () => {
    await setFault(admin, 'AGUAVIVA-01', 'slow', 300)
    const answers = await Promise.all([1, 2, 3].map(() => restart('AGUAVIVA-01', 'junto')))
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202])
    expect(await restartsReceived('AGUAVIVA-01')).toEqual(['junto'])
    expect((await atTheDevice(admin, 'AGUAVIVA-01')).acted).toEqual({ ...nothingDone, restart: 1 })
  })

  it('gets the first answer again, without a request to the device', async () => {
    const first = await activate('AGUAVIVA-02', 'de-novo', false)
    await setFault(admin, 'AGUAVIVA-02', 'refuse')
    const second = await activate('AGUAVIVA-02', 'de-novo', false)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await second.text()).toBe(await first.text())
    expect((await activate('AGUAVIVA-02', 'outra', false)).status).toBe(502)
  })

  it('gets a stored refusal again, and is refused if it has another body', async () => {
    const [first, second] = [await activate('AGUAVIVA-03', 'recusa', 1), await activate('AGUAVIVA-03', 'recusa', 1)]
    expect([first.status, second.status]).toEqual([422, 422])
    expect(await second.text()).toBe(await first.text())
    const other = await activate('AGUAVIVA-03', 'recusa', true)
    expect(other.status).toBe(422)
    expect((await other.json()).fields).toHaveProperty('Idempotency-Key')
    expect((await atTheDevice(admin, 'AGUAVIVA-03')).received).toEqual([])
  })

  it('with another body is refused while the first call runs and after the first call failed', async () => {
    await setFault(admin, 'AGUAVIVA-04', 'hang')
    const first = activate('AGUAVIVA-04', 'corpo', true)
    await arrived(admin, 'AGUAVIVA-04', 'activate')
    expect((await activate('AGUAVIVA-04', 'corpo', false)).status).toBe(422)
    expect((await first).status).toBe(504)
    expect((await activate('AGUAVIVA-04', 'corpo', false)).status).toBe(422)
  })

  it('goes to the device with the same key after a 5xx, and the device acts once', async () => {
    await setFault(admin, 'SAOJOAO-01', 'slow', 60_000)
    expect((await restart('SAOJOAO-01', 'perdida')).status).toBe(504)
    await setFault(admin, 'SAOJOAO-01', 'garbage')
    expect((await restart('SAOJOAO-01', 'perdida')).status).toBe(502)
    await setFault(admin, 'SAOJOAO-01', 'up')
    expect((await restart('SAOJOAO-01', 'perdida')).status).toBe(202)
    expect(await restartsReceived('SAOJOAO-01')).toEqual(['perdida', 'perdida', 'perdida'])
    expect((await atTheDevice(admin, 'SAOJOAO-01')).acted).toEqual({ ...nothingDone, restart: 1 })
  })

  it('is a new call if its device or operation is another one, or if it has no key', async () => {
    await restart('SAOJOAO-02', 'mesma')
    await restart('SAOJOAO-03', 'mesma')
    await activate('SAOJOAO-03', 'mesma', true)
    for (let count = 0; count < 2; count += 1)
      await admin.call('/device-control/device/restart/SAOJOAO-02', { method: 'POST' })
    expect((await atTheDevice(admin, 'SAOJOAO-02')).acted).toEqual({ ...nothingDone, restart: 3 })
    expect((await atTheDevice(admin, 'SAOJOAO-03')).acted).toEqual({ ...nothingDone, restart: 1, activate: 1 })
  })

  it('is a new call after 24 h', async () => {
    await restart('ACACIAS-01', 'velha')
    await restart('ACACIAS-01', 'velha')
    expect(await restartsReceived('ACACIAS-01')).toEqual(['velha'])
    nowMs += 24 * 60 * 60_000
    admin = await signIn(backend, 'admin')
    expect((await restart('ACACIAS-01', 'velha')).status).toBe(202)
    expect(await restartsReceived('ACACIAS-01')).toEqual(['velha', 'velha'])
    const kept = await backend.database.query('select route from idempotent_calls', [], v.object({ route: v.string() }))
    expect(kept).toEqual([{ route: expect.stringContaining('ACACIAS-01') }])
  })
})

it.each(['', 'a b', 'é', 'x'.repeat(201)])('the invalid key %j is answered with 400', async (key) => {
  expect((await restart('ACACIAS-02', key)).status).toBe(400)
})

it('a key of 200 characters is accepted', async () => {
  expect((await restart('ACACIAS-02', '~'.repeat(200))).status).toBe(202)
})

it('the permission is checked before the key', async () => {
  const auditor = await signIn(backend, 'auditor')
  expect((await restart('ACACIAS-03', 'porta', admin)).status).toBe(202)
  expect((await restart('ACACIAS-03', 'porta', auditor)).status).toBe(403)
})

it('a stored answer is repeated if the device is gone, but not if the caller may no longer see the device', async () => {
  const operator = await signIn(backend, 'operator')
  for (const [wordCode, key] of [
    ['MARANHAO-01', 'muro'],
    ['MARANHAO-02', 'foi-se'],
  ] as const)
    expect((await restart(wordCode, key, operator)).status).toBe(202)
  await admin.call('/device-control/device/database/MARANHAO-02', { method: 'DELETE' })
  expect((await restart('MARANHAO-02', 'foi-se', operator)).status).toBe(202)
  await backend.database.execute(
    "delete from user_condominiums where user_id = 'user-operador' and condominium_id = 'condominio-04'",
  )
  expect((await restart('MARANHAO-01', 'muro', operator)).status).toBe(403)
})

describe('creating a device', () => {
  const make = (wordCode: string, key: string) =>
    keyed(admin, `condominio-01/user-admin/${wordCode}`, key, {
      name: 'Leitor',
      model: 'CA-200',
      ip: '127.20.0.92',
      port: 20_921,
    })

  it('twice with one key creates one device and answers 201 twice', async () => {
    const [first, second] = await Promise.all([make('FEITO-01', 'um'), make('FEITO-01', 'um')])
    const third = await make('FEITO-01', 'um')
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
    expect(await third.text()).toBe(await first.text())
    expect((await make('FEITO-01', 'dois')).status).toBe(409)
  })
})

it('keys of failed, interrupted and answered calls survive a restart of the backend', async () => {
  const dataDir = await demoDataDir()
  try {
    const first = await startTestBackend({ dataDir, deviceTimeoutMs: 1_000 })
    const before = await signIn(first, 'admin')
    expect((await restart('AGUAVIVA-03', 'respondida', before)).status).toBe(202)
    for (const wordCode of ['AGUAVIVA-01', 'AGUAVIVA-02']) await setFault(before, wordCode, 'slow', 60_000)
    expect((await restart('AGUAVIVA-01', 'falhou', before)).status).toBe(504)
    const cut = restart('AGUAVIVA-02', 'cortada', before).catch(() => 'cut')
    await arrived(before, 'AGUAVIVA-02', 'restart')
    await first.close()
    await cut

    const second = await startTestBackend({ dataDir })
    const after = await signIn(second, 'admin')
    for (const [wordCode, key, received] of [
      ['AGUAVIVA-01', 'falhou', ['falhou']],
      ['AGUAVIVA-02', 'cortada', ['cortada']],
      ['AGUAVIVA-03', 'respondida', []],
    ] as const) {
      expect((await restart(wordCode, key, after)).status).toBe(202)
      expect(await restartsReceived(wordCode, after)).toEqual(received)
      expect((await atTheDevice(after, wordCode)).acted).toEqual({ ...nothingDone, restart: 1 })
    }
    await second.close()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
