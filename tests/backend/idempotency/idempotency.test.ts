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

describe('a repeat (DEV-4)', () => {
  it('joins the first call while it runs', async () => {
    await setFault(admin, 'AGUAVIVA-01', 'slow', 300)
    const answers = await Promise.all([1, 2, 3].map(() => restart('AGUAVIVA-01', 'junto')))
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202])
    expect(await restartsReceived('AGUAVIVA-01')).toEqual(['junto'])
    expect((await atTheDevice(admin, 'AGUAVIVA-01')).acted).toEqual({ ...nothingDone, restart: 1 })
  })

  it('gets the first answer again, without the device', async () => {
    const first = await activate('AGUAVIVA-02', 'de-novo', false)
    await setFault(admin, 'AGUAVIVA-02', 'refuse')
    const second = await activate('AGUAVIVA-02', 'de-novo', false)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await second.text()).toBe(await first.text())
    expect((await activate('AGUAVIVA-02', 'outra', false)).status).toBe(502)
  })

  it('gets a refusal again too, and with another body is refused', async () => {
    const [first, second] = [await activate('AGUAVIVA-03', 'recusa', 1), await activate('AGUAVIVA-03', 'recusa', 1)]
    expect([first.status, second.status]).toEqual([422, 422])
    expect(await second.text()).toBe(await first.text())
    const other = await activate('AGUAVIVA-03', 'recusa', true)
    expect(other.status).toBe(422)
    expect((await other.json()).fields).toHaveProperty('Idempotency-Key')
    expect((await atTheDevice(admin, 'AGUAVIVA-03')).received).toEqual([])
  })

  it('with another body is refused while the first runs, and after it failed', async () => {
    await setFault(admin, 'AGUAVIVA-04', 'hang')
    const first = activate('AGUAVIVA-04', 'corpo', true)
    await arrived(admin, 'AGUAVIVA-04', 'activate')
    expect((await activate('AGUAVIVA-04', 'corpo', false)).status).toBe(422)
    expect((await first).status).toBe(504)
    expect((await activate('AGUAVIVA-04', 'corpo', false)).status).toBe(422)
  })

  it('after a 5xx goes to the device with the same key, and the device acts once', async () => {
    await setFault(admin, 'SAOJOAO-01', 'slow', 60_000)
    expect((await restart('SAOJOAO-01', 'perdida')).status).toBe(504)
    await setFault(admin, 'SAOJOAO-01', 'garbage')
    expect((await restart('SAOJOAO-01', 'perdida')).status).toBe(502)
    await setFault(admin, 'SAOJOAO-01', 'up')
    expect((await restart('SAOJOAO-01', 'perdida')).status).toBe(202)
    expect(await restartsReceived('SAOJOAO-01')).toEqual(['perdida', 'perdida', 'perdida'])
    expect((await atTheDevice(admin, 'SAOJOAO-01')).acted).toEqual({ ...nothingDone, restart: 1 })
  })

  it('to another device, of another operation or without a key is another call', async () => {
    await restart('SAOJOAO-02', 'mesma')
    await restart('SAOJOAO-03', 'mesma')
    await activate('SAOJOAO-03', 'mesma', true)
    for (let count = 0; count < 2; count += 1)
      await admin.call('/device-control/device/restart/SAOJOAO-02', { method: 'POST' })
    expect((await atTheDevice(admin, 'SAOJOAO-02')).acted).toEqual({ ...nothingDone, restart: 3 })
    expect((await atTheDevice(admin, 'SAOJOAO-03')).acted).toEqual({ ...nothingDone, restart: 1, activate: 1 })
  })

  it('after 24 h is a new call', async () => {
    await restart('ACACIAS-01', 'velha')
    await restart('ACACIAS-01', 'velha')
    expect(await restartsReceived('ACACIAS-01')).toEqual(['velha'])
    nowMs += 24 * 60 * 60_000
    admin = await signIn(backend, 'admin')
    expect((await restart('ACACIAS-01', 'velha')).status).toBe(202)
    expect(await restartsReceived('ACACIAS-01')).toEqual(['velha', 'velha'])
    const kept = await backend.database.query('select key from idempotent_calls', [], v.object({ key: v.string() }))
    expect(kept).toEqual([{ key: 'velha' }])
  })
})

it.each(['', 'a b', 'é', 'x'.repeat(201)])('the key %j is none: 400', async (key) => {
  expect((await restart('ACACIAS-02', key)).status).toBe(400)
})

it('takes a key of 200 characters', async () => {
  expect((await restart('ACACIAS-02', '~'.repeat(200))).status).toBe(202)
})

it('asks for the permission before it looks at the key', async () => {
  const auditor = await signIn(backend, 'auditor')
  expect((await restart('ACACIAS-03', 'porta', admin)).status).toBe(202)
  expect((await restart('ACACIAS-03', 'porta', auditor)).status).toBe(403)
})

it('repeats no answer to who may see the device no more, and one about a device that is gone', async () => {
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

describe('making a device', () => {
  const make = (wordCode: string, key: string) =>
    keyed(admin, `condominio-01/user-admin/${wordCode}`, key, {
      name: 'Leitor',
      model: 'CA-200',
      ip: '127.20.0.92',
      port: 20_921,
    })

  it('twice with one key makes one, and answers 201 twice', async () => {
    const [first, second] = await Promise.all([make('FEITO-01', 'um'), make('FEITO-01', 'um')])
    const third = await make('FEITO-01', 'um')
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
    expect(await third.text()).toBe(await first.text())
    expect((await make('FEITO-01', 'dois')).status).toBe(409)
  })

  it('is not a conflict with itself when the answer was lost before it was kept', async () => {
    expect((await make('FEITO-02', 'tres')).status).toBe(201)
    await backend.database.execute("update idempotent_calls set status = null, answer = null where key = 'tres'")
    expect((await make('FEITO-02', 'tres')).status).toBe(201)
  })
})

it('holds across a restart of the backend: one that failed, one that was cut, one that was answered', async () => {
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
