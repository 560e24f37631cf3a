import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bounds } from '../../../backend/bounds.ts'
import { valuesOf } from '../../../backend/database/row-values.ts'
import type { Backend } from '../../../backend/server.ts'
import { longestOpeningMs, type OpeningAnswer } from '../../../contract/devices/opening.ts'
import { eventually } from '../../eventually.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { arrived, atTheDevice, recordOf, setFault } from '../parts/simulated-device.ts'

let backend: Backend
let admin: SignedIn
let operator: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ deviceTimeoutMs: 3_000, unansweredEveryMs: 50 })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
})
afterAll(() => backend.close())
beforeEach(async () => {
  await admin.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'up' } })
  await backend.database.script('delete from attempts; update customers set opening_needs_reason = false')
})

type Press = { who?: SignedIn; inMs?: number; key?: string; reason?: string; deadline?: string }

function press(wordCode: string, { who = admin, inMs = longestOpeningMs, key = randomUUID(), ...body }: Press = {}) {
  return who.call(`/device-control/device/open/${who.user.userId}/${wordCode}`, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: { deadline: new Date(Date.now() + inMs).toISOString(), ...body },
  })
}

async function endOf(answering: Promise<Response>): Promise<OpeningAnswer> {
  const answer = await answering
  expect(answer.status).toBe(200)
  return answer.json()
}

const late = 'o prazo do comando passou antes do envio. Se ainda for para abrir, aperte de novo.'

const openingsAt = async (wordCode: string) => (await atTheDevice(admin, wordCode)).acted.open
const commandsAt = async (wordCode: string) => (await atTheDevice(admin, wordCode)).received.map(({ op }) => op)

const recordsOf = (wordCode: string) =>
  valuesOf(
    backend.database,
    `select kind || ' ' || (record::jsonb ->> 'data') from evidence
     where word_code = $1 and kind like 'command.%' order by seq`,
    [wordCode],
    v.string(),
  )

describe('an opening (OPEN-1, OPEN-2)', () => {
  it('opens the gate once, and records who, why and the answer of the device', async () => {
    const end = await endOf(press('AGUAVIVA-02', { who: operator, reason: '  Entrega de  gás ' }))
    expect(end).toMatchObject({ outcome: 'opened', message: '' })
    expect(Math.abs(Date.parse(end.at) - Date.now())).toBeLessThan(60_000)
    expect(await openingsAt('AGUAVIVA-02')).toBe(1)
    const [received, answered] = await recordsOf('AGUAVIVA-02')
    expect(received).toContain('"reason": "Entrega de gás"')
    expect(received).toContain('"deadline"')
    expect(answered).toContain('"ok": true')
    const actors = await valuesOf(
      backend.database,
      "select record::jsonb ->> 'actor' from evidence where word_code = 'AGUAVIVA-02' and kind = 'command.received'",
      [],
      v.string(),
    )
    expect(actors[0]).toContain('user-operador')
    const timeline = await (await admin.call('/rest/api/health/device/AGUAVIVA-02/timeline')).json()
    expect(timeline.result[0]).toMatchObject({ kind: 'opened' })
  })

  it('with a repeated key opens the gate once and gets the first outcome, also after the stored answer was lost', async () => {
    const key = randomUUID()
    const first = await endOf(press('AGUAVIVA-03', { key, deadline: '2999-01-01T00:00:00Z' }))
    expect(await endOf(press('AGUAVIVA-03', { key, deadline: '2999-01-01T00:00:00Z' }))).toEqual(first)
    await backend.database.script('delete from idempotent_calls')
    expect(await endOf(press('AGUAVIVA-03', { key }))).toMatchObject({ outcome: 'opened' })
    expect(await openingsAt('AGUAVIVA-03')).toBe(1)
    expect(await commandsAt('AGUAVIVA-03')).toEqual(['status', 'open'])
  })

  it('ends as unknown if the answer is lost, and the later statement of the device is recorded', async () => {
    await setFault(admin, 'AGUAVIVA-04', 'mute')
    const key = randomUUID()
    expect(await endOf(press('AGUAVIVA-04', { key }))).toMatchObject({ outcome: 'unknown' })
    await eventually(async () => {
      expect((await recordsOf('AGUAVIVA-04')).at(-1)).toMatch(/^command.checked .*"acted": true/)
    })
    await backend.database.script('delete from idempotent_calls')
    expect(await endOf(press('AGUAVIVA-04', { key }))).toMatchObject({ outcome: 'unknown' })
    expect(await openingsAt('AGUAVIVA-04')).toBe(1)
  })

  it('is recorded as not sent if the server stopped before it sent the command', async () => {
    await backend.database.execute(
      `insert into device_commands (word_code, op, call_key, received_at, claimed_by, claimed_until)
       values ('SAOJOAO-01', 'open', $1, now(), 'a stopped server', now() - interval '1 minute')`,
      [randomUUID()],
    )
    await eventually(async () => {
      expect((await recordsOf('SAOJOAO-01')).at(-1)).toMatch(/^command.answered .*"outcome": "unsent"/)
    })
  })

  it('ends as refused if the device refuses', async () => {
    await setFault(admin, 'SAOJOAO-03', 'decline')
    expect(await endOf(press('SAOJOAO-03'))).toMatchObject({
      outcome: 'refused',
      message: 'o dispositivo não aceitou o comando.',
    })
    expect(await openingsAt('SAOJOAO-03')).toBe(0)
  })

  it('opens nothing if the command reaches the device after the deadline, at any time of the device clock', async () => {
    await setFault(admin, 'ACACIAS-02', 'late', 2_400)
    expect(await endOf(press('ACACIAS-02', { inMs: 1_800 }))).toMatchObject({
      outcome: 'refused',
      message: 'o comando chegou tarde demais ao dispositivo, que não abriu.',
    })
    expect(await openingsAt('ACACIAS-02')).toBe(0)
    expect(await commandsAt('ACACIAS-02')).toEqual(['status', 'open'])
  })

  it.each([
    ['ACACIAS-03', 'refuse', 'o dispositivo recusou a conexão.'],
    ['ACACIAS-04', 'hang', 'o dispositivo não respondeu a tempo.'],
    ['MARANHAO-02', 'garbage', 'o que respondeu não é o dispositivo.'],
  ] as const)('is not sent to %s with the fault %s, and counts no failure', async (wordCode, fault, message) => {
    const before = await recordOf(admin, wordCode)
    await setFault(admin, wordCode, fault)
    expect(await endOf(press(wordCode))).toMatchObject({ outcome: 'unsent', message })
    await setFault(admin, wordCode, 'up')
    expect(await recordOf(admin, wordCode)).toEqual(before)
    expect(await commandsAt(wordCode)).not.toContain('open')
  })

  it('is not sent after its deadline', async () => {
    expect(await endOf(press('IPEAMARELO-02', { inMs: -1 }))).toMatchObject({ outcome: 'unsent', message: late })
    expect(await commandsAt('IPEAMARELO-02')).toEqual([])
  })

  it('waits for a hanging command only until the deadline, and is then not sent', async () => {
    await setFault(admin, 'IPEAMARELO-03', 'hang')
    const restart = admin.call('/device-control/device/restart/IPEAMARELO-03', { method: 'POST' })
    await arrived(admin, 'IPEAMARELO-03', 'restart')
    expect(await endOf(press('IPEAMARELO-03', { inMs: 300 }))).toMatchObject({ outcome: 'unsent', message: late })
    // The restart still hangs: the opening has not waited for it.
    expect(await commandsAt('IPEAMARELO-03')).toEqual(['restart'])
    await setFault(admin, 'IPEAMARELO-03', 'up')
    expect((await restart).status).toBe(504)
    expect(await commandsAt('IPEAMARELO-03')).not.toContain('open')
  })

  it('that waits behind a deactivation is not sent after the deactivation has succeeded', async () => {
    await backend.database.script(
      `insert into device_commands (word_code, op, received_at, sent_at, claimed_by, claimed_until)
       values ('CONCEICAO-02', 'deactivate', now(), now(), 'another server', now() + interval '1 hour')`,
    )
    const end = endOf(press('CONCEICAO-02', { inMs: longestOpeningMs }))
    await eventually(async () => expect(await recordsOf('CONCEICAO-02')).toHaveLength(1))
    await backend.database.script(
      `update devices set active = false where word_code = 'CONCEICAO-02';
       update device_commands set state = 'done' where word_code = 'CONCEICAO-02' and op = 'deactivate'`,
    )
    expect(await end).toMatchObject({ outcome: 'unsent', message: 'Este dispositivo está desativado.' })
    expect(await commandsAt('CONCEICAO-02')).not.toContain('open')
    expect((await recordsOf('CONCEICAO-02')).at(-1)).toMatch(/^command.answered .*"outcome": "unsent"/)
  })

  it('is refused for a device without openings, for a deactivated device, and for a person without the right', async () => {
    expect((await press('AGUAVIVA-01')).status).toBe(409)
    await backend.database.script("update devices set active = false where word_code = 'MANACAS-04'")
    expect((await press('MANACAS-04')).status).toBe(409)
    expect((await press('AGUAVIVA-02', { who: await signIn(backend, 'auditor') })).status).toBe(403)
    expect((await press('AGUAVIVA-02', { who: await signIn(backend, 'outsider') })).status).toBe(404)
    expect([...(await recordsOf('AGUAVIVA-01')), ...(await recordsOf('MANACAS-04'))]).toEqual([])
  })

  it('needs a reason if the customer requires a reason', async () => {
    await backend.database.script('update customers set opening_needs_reason = true')
    const refused = await press('MANACAS-01')
    expect([refused.status, (await refused.json()).fields]).toEqual([
      422,
      { reason: 'Escreva o motivo: ele fica na auditoria.' },
    ])
    expect(await commandsAt('MANACAS-01')).toEqual([])
    expect(await recordsOf('MANACAS-01')).toEqual([])
    expect(await endOf(press('MANACAS-01', { reason: 'Mudança' }))).toMatchObject({ outcome: 'opened' })
  })

  it('is refused with 429 beyond the limit of a person and a device', async () => {
    const { count } = bounds.openings.most
    for (let time = 0; time < count; time += 1) expect((await press('MANACAS-02', { inMs: -1 })).status).toBe(200)
    const refused = await press('MANACAS-02')
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    expect((await press('MANACAS-02', { who: operator })).status).toBe(200)
  })

  it('is offered only by devices that state this: gates and doors of the demo data, and any other device after a test', async () => {
    const { result } = await (await admin.call('/device-control/device?condominiumId=condominio-01')).json()
    expect(result.map((device: { canOpen: boolean }) => device.canOpen)).toEqual([false, true, true, true])
    await backend.database.script("update devices set can_open = false where word_code = 'CONCEICAO-02'")
    await admin.call('/device-control/device/user-admin/CONCEICAO-02')
    expect(await recordOf(admin, 'CONCEICAO-02')).toMatchObject({ canOpen: true })
    expect(await (await admin.call('/rest/capabilities')).json()).toMatchObject({ open: true })
  })
})
