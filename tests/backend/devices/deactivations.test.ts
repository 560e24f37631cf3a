import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { Handover } from '../../../contract/wire/answers/handovers.ts'
import { demoPassword } from '../../prepared-database.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const clock = { now: Date.parse('2026-11-20T08:00:00.000Z') }
let backend: Backend
let admin: SignedIn
let operator: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
})
afterAll(() => backend.close())

async function activate(who: SignedIn, wordCode: string, active: boolean, key = randomUUID()): Promise<void> {
  clock.now += 1_000
  const path = `/device-control/device/activate/${who.user.userId}/${wordCode}`
  const headers = { 'idempotency-key': key }
  expect((await who.call(path, { method: 'POST', body: { active }, headers })).status).toBe(200)
}

/** Delivers the panel's record of a deactivation. */
async function declare(who: SignedIn, wordCode: string, key: string, reason: string): Promise<void> {
  const record = {
    ...{ id: randomUUID(), sequence: 1, at: new Date(clock.now).toISOString(), wordCode, key, reason },
    ...{ condominiumId: 'condominio-03', userId: who.user.userId, kind: 'command', cause: 'manual' },
    ...{ command: 'deactivate', outcome: 'succeeded', panelVersion: '0.4.0' },
  }
  const path = `/rest/device-audit/condominio-03/${who.user.userId}`
  expect((await who.call(path, { method: 'POST', body: { records: [record] } })).status).toBe(200)
}

const codesAt = async (condominiumId: string): Promise<string[]> => {
  const answer = await admin.call(`/device-control/device?condominiumId=${condominiumId}`)
  return (await answer.json()).result.map((device: { wordCode: string }) => device.wordCode)
}
const deactivation = async (who: SignedIn, wordCode: string) =>
  (await (await who.call(`/rest/api/health/device/${wordCode}/timeline`)).json()).deactivation
const counts = async () => (await (await admin.call('/rest/api/health/detailed')).json()).devices
const inactive = async (who: SignedIn) => (await (await who.call('/rest/handovers/next')).json()).inactive

describe('a deactivation (STATE-3)', () => {
  it('has person, time and, once the browser has delivered its record, the reason, for everybody who sees the device', async () => {
    const [wordCode = ''] = await codesAt('condominio-03')
    expect(await deactivation(operator, wordCode)).toBeUndefined()
    const key = randomUUID()
    await activate(admin, wordCode, false, key)
    const by = { id: admin.user.userId, name: admin.user.name }
    const at = new Date(clock.now).toISOString()
    expect(await deactivation(operator, wordCode)).toEqual({ at, by, reason: '' })
    await declare(operator, wordCode, key, 'de outra pessoa')
    await declare(admin, wordCode, key, 'motor em manutenção')
    expect(await deactivation(operator, wordCode)).toEqual({ at, by, reason: 'motor em manutenção' })
    expect(await inactive(operator)).toMatchObject([{ wordCode, at, by, reason: 'motor em manutenção' }])
    await activate(admin, wordCode, true)
    expect(await deactivation(operator, wordCode)).toBeUndefined()
    expect(await inactive(operator)).toEqual([])
  })

  it('takes the device out of the total and counts it apart', async () => {
    const [, wordCode = ''] = await codesAt('condominio-03')
    const before = await counts()
    await activate(admin, wordCode, false)
    expect(await counts()).toMatchObject({ total: before.total - 1, inactive: before.inactive + 1 })
    await activate(admin, wordCode, true)
    expect(await counts()).toMatchObject({ total: before.total, inactive: before.inactive })
  })

  it('is in the stored handover as it was then, with the current name of the person, only at visible condominiums', async () => {
    const [seen = ''] = await codesAt('condominio-03')
    const [hidden = ''] = await codesAt('condominio-12')
    for (const wordCode of [seen, hidden]) await activate(admin, wordCode, false)
    const body = { email: 'admin@guarita.demo', password: demoPassword, note: '' }
    const given: Handover = await (await operator.call('/rest/handovers', { method: 'POST', body })).json()
    expect(given.inactive.map(({ wordCode }) => wordCode)).toEqual([seen])
    for (const wordCode of [seen, hidden]) await activate(admin, wordCode, true)
    const stored: Handover = await (await admin.call(`/rest/handovers/${given.id}`)).json()
    expect(stored.inactive).toMatchObject([{ wordCode: seen, by: { name: admin.user.name } }])
  })
})
