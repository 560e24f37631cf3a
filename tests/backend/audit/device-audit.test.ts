import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appendFacts } from '../../../backend/evidence/append.ts'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { declaredRecord } from './declared-record.ts'

const startMs = Date.parse('2026-03-02T08:00:00.000Z')
let nowMs = startMs
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let auditor: SignedIn
let outsider: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  auditor = await signIn(backend, 'auditor')
  outsider = await signIn(backend, 'outsider')
})
afterAll(() => backend.close())
beforeEach(async () => {
  nowMs = startMs
  await backend.database.script(
    'alter table device_audit disable trigger all; delete from device_audit; alter table device_audit enable trigger all',
  )
})

type Given = Record<string, unknown>

const deliver = (who: SignedIn, records: unknown, condominiumId = 'condominio-01', userId = who.user.userId) =>
  who.call(`/rest/device-audit/${condominiumId}/${userId}`, { method: 'POST', body: { records } })
const list = async (query = '', who = auditor) => (await who.call(`/rest/device-audit?${query}`)).json()
const idsOf = (page: { result: { id: string }[] }) => page.result.map((record) => record.id)
const countStored = async () => {
  const rows = await backend.database.query('select id from device_audit', [], v.object({ id: v.string() }))
  return rows.length
}

const names = { deviceName: 'Leitor Social', condominiumName: 'Edifício Água Viva', userName: 'Otávio Gonçalves' }

describe('a delivery of audit records', () => {
  it('is stored with its time of arrival, and its records are read unchanged', async () => {
    const facts = { opening: 2, heldMs: 2 ** 40, durations: [8_004, 0], slow: 1, ignored: 4 }
    const record = declaredRecord(operator, { reason: null, refused: 3, ...facts })
    const answer = await deliver(operator, [record])
    expect([answer.status, await answer.json()]).toEqual([200, { accepted: [record.id] }])
    const { reason: _, ...stored } = record
    expect(await list()).toEqual({
      result: [{ ...stored, ...names, receivedAt: new Date(startMs).toISOString(), byPanel: true }],
      nextCursor: null,
    })
  })

  it('of a command is read with its parameters, its reason and its result (LIVE-11)', async () => {
    const { from: _from, to: _to, failureCount: _count, ...base } = declaredRecord(operator)
    const command = {
      ...base,
      kind: 'command',
      cause: 'undo',
      command: 'activate',
      outcome: 'failed',
      reason: 'Engano',
    }
    const asked = { ...command, id: randomUUID(), sequence: 2, cause: 'manual', outcome: 'asked' }
    expect((await deliver(operator, [command, asked])).status).toBe(200)
    const receivedAt = new Date(startMs).toISOString()
    const { result } = await list('kind=command')
    expect(result).toEqual(
      expect.arrayContaining([command, asked].map((record) => ({ ...record, ...names, receivedAt, byPanel: false }))),
    )
  })

  it('is read without names of deleted objects and of other customers', async () => {
    await deliver(operator, [declaredRecord(operator, { wordCode: 'MARABERTO-01' })])
    const { result } = await list()
    const { deviceName: _, ...known } = names
    expect(result).toMatchObject([known])
    expect(result[0]).not.toHaveProperty('deviceName')
  })

  it('is accepted again when repeated, and stored once with its first content', async () => {
    const [first, second] = [declaredRecord(operator), declaredRecord(operator, { sequence: 2 })]
    await deliver(operator, [first])
    nowMs += 1_000
    const again = await deliver(operator, [{ ...first, cause: 'manual' }, second, second])
    expect((await again.json()).accepted).toEqual([first.id, second.id, second.id])
    const concurrent = await Promise.all([1, 2, 3].map(() => deliver(operator, [first, second])))
    expect(concurrent.map((one) => one.status)).toEqual([200, 200, 200])
    const { result } = await list()
    expect(result).toHaveLength(2)
    expect(result.find((one: { id: string }) => one.id === first.id)).toMatchObject({
      cause: 'threshold',
      receivedAt: new Date(startMs).toISOString(),
    })
  })

  it("with an id of another person's record neither changes nor reveals that record", async () => {
    const own = declaredRecord(admin, { reason: 'segredo' })
    await deliver(admin, [own])
    const answer = await deliver(operator, [declaredRecord(operator, { id: own.id.toUpperCase(), reason: 'outro' })])
    expect([answer.status, await answer.json()]).toEqual([200, { accepted: [own.id] }])
    const { result } = await list()
    expect(result.map((one: Given) => [one.userId, one.reason]).sort()).toEqual([
      ['user-admin', 'segredo'],
      ['user-operador', 'outro'],
    ])
  })

  it('must name the caller and a condominium that the caller sees', async () => {
    expect((await deliver(operator, [declaredRecord(admin)], 'condominio-01', 'user-admin')).status).toBe(403)
    expect((await deliver(operator, [], 'condominio-12')).status).toBe(403)
    expect((await deliver(operator, [], 'condominio-13')).status).toBe(404)
    expect((await deliver(outsider, [], 'condominio-01')).status).toBe(404)
    expect((await deliver(auditor, [declaredRecord(auditor)])).status).toBe(200)
    expect((await deliver(operator, [declaredRecord(operator, { wordCode: 'JA-REMOVIDO' })])).status).toBe(200)
  })

  it.each<[string, Given]>([
    ['id', { id: 'abc' }],
    ['sequence', { sequence: -1 }],
    ['sequence', { sequence: 1.5 }],
    ['sequence', { sequence: 2 ** 53 }],
    ['at', { at: 'ontem' }],
    ['at', { at: '2026-13-40T00:00:00Z' }],
    ['wordCode', { wordCode: 'a b' }],
    ['condominiumId', { condominiumId: 'condominio-02' }],
    ['userId', { userId: 'user-admin' }],
    ['kind', { kind: 'other' }],
    ['from', { from: 'x'.repeat(33) }],
    ['cause', { cause: undefined }],
    ['reason', { reason: 'x'.repeat(201) }],
    ['reason', { reason: 'a\u0000b' }],
    ['reason', { reason: 'a\ud800b' }],
    ['failureCount', { failureCount: 2 ** 31 }],
    ['refused', { refused: '3' }],
    ['lastError', { lastError: 'x'.repeat(201) }],
    ['retryAt', { retryAt: 'logo' }],
    ['panelVersion', { panelVersion: 'x'.repeat(65) }],
    ['panelVersion', { panelVersion: '' }],
    ['command', { command: 'open' }],
    ['outcome', { outcome: 'done' }],
    ['opening', { opening: -1 }],
    ['heldMs', { heldMs: 2 ** 53 }],
    ['durations.0', { durations: [1.5] }],
    ['durations', { durations: Array(21).fill(1) }],
    ['slow', { slow: '1' }],
    ['ignored', { ignored: 2 ** 31 }],
  ])('with an invalid %s (%j) stores nothing and names the record', async (field, wrong) => {
    const answer = await deliver(operator, [declaredRecord(operator), declaredRecord(operator, wrong)])
    expect(answer.status).toBe(422)
    const { message, fields } = await answer.json()
    expect(message).toBe('O registro de índice 1 tem campos inválidos. Nenhum registro deste envio foi guardado.')
    expect(Object.keys(fields)).toEqual([`records.1.${field}`])
    expect(await countStored()).toBe(0)
  })

  it.each([[null], [['texto']], [[null]]])('of %j is refused', async (records) => {
    expect((await deliver(operator, records)).status).toBe(422)
  })

  it('holds at most 500 records', async () => {
    const records = Array.from({ length: 501 }, () => declaredRecord(operator))
    const refused = await deliver(operator, records)
    expect([refused.status, (await refused.json()).fields]).toEqual([
      422,
      { records: 'Envie no máximo 500 registros por vez.' },
    ])
    const taken = await deliver(operator, records.slice(1))
    expect([taken.status, await countStored()]).toEqual([200, 500])
  })
})

describe('a record whose stated time is outside the lifetime of its device is marked (EVI-2)', () => {
  const at = (time: string) => `2026-03-02T${time}:00.000Z`
  const marksOf = async (wordCode: string, ...times: string[]) => {
    const records = times.map((time) => declaredRecord(admin, { wordCode, at: at(time) }))
    nowMs = Date.parse(at('08:55'))
    expect((await deliver(admin, records)).status).toBe(200)
    const { result } = await list(`wordCode=${wordCode}`)
    const marked = new Map(result.map(({ id, marks }: Given) => [id, marks]))
    return Object.fromEntries(records.map(({ id }, index) => [times[index], marked.get(id)]))
  }
  const unknown = ['unknown-device']

  async function create(wordCode: string, time: string, name = 'Novo'): Promise<void> {
    nowMs = Date.parse(at(time))
    const body = { name, model: 'CA-200', ip: '10.9.9.9', port: 80, wordCode, condominiumId: 'condominio-01' }
    const path = `/device-control/device/condominio-01/user-admin/${wordCode}`
    expect((await admin.call(path, { method: 'POST', body })).status).toBeLessThan(300)
  }

  async function remove(wordCode: string, time: string): Promise<void> {
    nowMs = Date.parse(at(time))
    const path = `/device-control/device/database/${wordCode}`
    expect((await admin.call(path, { method: 'DELETE' })).status).toBeLessThan(300)
  }

  it('if the device was created, deleted and created again; clocks may differ by five minutes', async () => {
    await create('NOVO-1', '08:10')
    await remove('NOVO-1', '08:20')
    await create('NOVO-1', '08:40')
    expect(await marksOf('NOVO-1', '08:04', '08:06', '08:15', '08:24', '08:26', '08:34', '08:50')).toEqual({
      '08:04': unknown,
      '08:06': undefined,
      '08:15': undefined,
      '08:24': undefined,
      '08:26': unknown,
      '08:34': unknown,
      '08:50': undefined,
    })
  })

  it('and names the device that had the code at that time, if the code was used again', async () => {
    await create('NOVO-2', '08:10', 'Catraca antiga')
    await remove('NOVO-2', '08:20')
    await create('NOVO-2', '08:22', 'Cancela nova')
    const records = ['08:15', '08:21', '08:30'].map((time) =>
      declaredRecord(admin, { wordCode: 'NOVO-2', at: at(time) }),
    )
    nowMs = Date.parse(at('08:55'))
    await deliver(admin, records)
    const { result } = await list('wordCode=NOVO-2')
    const names = new Map(result.map(({ id, deviceName }: Given) => [id, deviceName]))
    expect(records.map(({ id }) => names.get(id))).toEqual(['Catraca antiga', 'Catraca antiga', 'Cancela nova'])
  })

  it('if the device is older than the records and was deleted', async () => {
    await remove('AGUAVIVA-03', '08:20')
    expect(await marksOf('AGUAVIVA-03', '00:00', '08:24', '08:26')).toEqual({
      '00:00': undefined,
      '08:24': undefined,
      '08:26': unknown,
    })
  })

  it('if the device came from a spreadsheet', async () => {
    nowMs = Date.parse(at('08:20'))
    const fact = { kind: 'device.imported', at: nowMs, actor: { person: 'user-admin' }, subject: {} } as const
    await backend.database.transaction((transaction) =>
      appendFacts(transaction, 'horizonte', { ...fact, data: { devices: ['PLANILHA-1', 'PLANILHA-2'] } }),
    )
    expect(await marksOf('PLANILHA-2', '08:14', '08:30')).toEqual({ '08:14': unknown, '08:30': undefined })
  })

  it('if the device belongs to another customer', async () => {
    expect(await marksOf('MARABERTO-01', '08:00')).toEqual({ '08:00': unknown })
  })
})

it('the database refuses to change, delete or truncate audit records', async () => {
  await deliver(operator, [declaredRecord(operator)])
  for (const change of [
    "update device_audit set cause = 'manual'",
    'delete from device_audit',
    'truncate device_audit',
  ])
    await expect(backend.database.execute(change)).rejects.toThrow('device_audit is append-only')
  expect(await countStored()).toBe(1)
})

describe('reading audit records', () => {
  it('needs audit:read', async () => {
    expect((await operator.call('/rest/device-audit')).status).toBe(403)
    expect((await admin.call('/rest/device-audit')).status).toBe(200)
  })

  it('shows only records of condominiums that the user may see', async () => {
    await deliver(outsider, [declaredRecord(outsider, { condominiumId: 'condominio-13' })], 'condominio-13')
    await deliver(admin, [declaredRecord(admin, { condominiumId: 'condominio-12' })], 'condominio-12')
    const own = declaredRecord(operator)
    await deliver(operator, [own])
    expect((await list()).result).toHaveLength(2)
    expect((await list('', outsider)).result).toHaveLength(1)
    expect(await list('condominiumId=condominio-13')).toEqual({ result: [], nextCursor: null })
    await backend.database.execute("update users set permissions = '{audit:read}' where id = 'user-operador'")
    // The server keeps the rights of a known token for a second.
    expect(idsOf(await list('', await signIn(backend, 'operator')))).toEqual([own.id])
    await backend.database.execute(
      "update users set permissions = '{device:write,device:reset}' where id = 'user-operador'",
    )
  })

  it('filters by device, condominium, kind and period, which excludes its end', async () => {
    const records = [
      declaredRecord(admin, { at: '2026-03-01T00:00:00.000Z' }),
      declaredRecord(admin, {
        at: '2026-03-02T00:00:00.000Z',
        wordCode: 'AGUAVIVA-02',
        kind: 'reset',
        cause: 'manual',
      }),
      declaredRecord(admin, { at: '2026-03-03T00:00:00.000Z', kind: 'delete-step', cause: 'delete' }),
    ]
    await deliver(admin, records)
    await deliver(admin, [declaredRecord(admin, { condominiumId: 'condominio-02' })], 'condominio-02')
    const [first, second, third] = records.map((record) => record.id)
    expect(idsOf(await list('condominiumId=condominio-01'))).toEqual([third, second, first])
    expect(idsOf(await list('wordCode=AGUAVIVA-02'))).toEqual([second])
    expect(idsOf(await list('kind=delete-step'))).toEqual([third])
    const period = 'from=2026-03-01T00:00:00.000Z&to=2026-03-02T00:00:00.000Z'
    expect(idsOf(await list(period))).toEqual([first])
    expect(idsOf(await list(`${period}&wordCode=AGUAVIVA-02`))).toEqual([])
  })

  it('the list separates acts of people from automatic acts of panels; a record of an earlier version is an act of a person (EVI-9)', async () => {
    const [opened, reset, older] = [
      declaredRecord(admin),
      declaredRecord(admin, { kind: 'reset', cause: 'manual' }),
      declaredRecord(admin, { cause: 'elapsed' }),
    ]
    await deliver(admin, [opened, reset, older])
    await backend.database.script(`alter table device_audit disable trigger all;
      update device_audit set by_panel = null where id = '${older.id}'; alter table device_audit enable trigger all`)
    expect(idsOf(await list('actor=panel'))).toEqual([opened.id])
    expect(idsOf(await list('actor=person'))).toEqual([older.id, reset.id])
    const { result } = await list()
    expect(result.map((one: Given) => one.byPanel)).toEqual([undefined, false, true])
  })

  it('pages newest first, and new records do not shift the pages', async () => {
    const at = (minute: number) => new Date(startMs - minute * 60_000).toISOString()
    // Two records share each time, so a page may end between them.
    const records = Array.from({ length: 25 }, (_, index) => declaredRecord(admin, { at: at(Math.floor(index / 2)) }))
    await deliver(admin, records)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { result: { id: string; at: string }[]; nextCursor: string | null } = await list(
        `limit=7${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...idsOf(page))
      cursor = page.nextCursor
      await deliver(admin, [
        declaredRecord(admin, { at: at(-5) }),
        declaredRecord(admin, { at: at(8) }),
        declaredRecord(admin, { at: at(60) }),
      ])
    }
    expect(seen).toHaveLength(25)
    expect(new Set(seen)).toEqual(new Set(records.map((record) => record.id)))
    expect((await list()).result).toHaveLength(25 + 4 * 3)
  })

  it.each([
    'limit=0',
    'limit=1001',
    'limit=muitos',
    'kind=other',
    'actor=server',
    'from=ontem',
    'to=2026-13-40T00:00:00Z',
    'cursor=',
    'cursor=abc',
    `cursor=${Buffer.from('["1","2026-03-02T00:00:00Z"]').toString('base64url')}`,
    `cursor=${Buffer.from('["x","2026-03-02T00:00:00Z","1"]').toString('base64url')}`,
  ])('refuses %s', async (query) => {
    const answer = await auditor.call(`/rest/device-audit?${query}`)
    expect(answer.status).toBe(422)
    expect(Object.keys((await answer.json()).fields)[0]).toMatch(new RegExp(`^${query.split('=')[0]}`))
  })
})
