import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { fullCondominium, smallCondominium } from './condominium-bodies.ts'

const path = '/rest/condominium'
let backend: Backend
let admin: SignedIn
let outsider: SignedIn

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
  outsider = await signIn(backend, 'outsider')
})
afterAll(() => backend.close())

type Headers = Record<string, string>
const create = (who: SignedIn, body: unknown, query = '') => who.call(path + query, { method: 'POST', body })
const change = (who: SignedIn, id: string, body: unknown, headers: Headers = {}) =>
  who.call(`${path}/${id}`, { method: 'PUT', body, headers })
const remove = (who: SignedIn, id: string, headers: Headers = {}) =>
  who.call(`${path}/${id}`, { method: 'DELETE', headers })
const read = (who: SignedIn, id: string) => who.call(`${path}/by-id/${id}`)

async function created(body: unknown = smallCondominium): Promise<string> {
  const response = await create(admin, body)
  expect(response.status).toBe(201)
  return (await response.json()).id
}

afterEach(async () => {
  await backend.database.execute("delete from condominiums where id not like 'condominio-%'")
})

describe('changing a condominium', () => {
  let id: string
  beforeEach(async () => {
    id = await created(fullCondominium)
  })

  it('replaces the record and its ETag', async () => {
    const response = await change(
      admin,
      id,
      { ...smallCondominium, id, customersId: 'horizonte' },
      { 'if-match': '"1"' },
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe('"2"')
    expect(await response.json()).toEqual({ ...smallCondominium, id, customersId: 'horizonte' })
    expect((await read(admin, id)).headers.get('etag')).toBe('"2"')
  })

  it.each([
    ['without If-Match', {}],
    ['with any', { 'if-match': '*' }],
    ['with a list that has it', { 'if-match': '"7", "2"' }],
    ['with its tag as a compressing proxy weakens it', { 'if-match': 'W/"2"' }],
  ])('is accepted %s', async (_case, headers) => {
    await change(admin, id, { ...fullCondominium, name: 'De outra pessoa' })
    expect((await change(admin, id, smallCondominium, headers)).status).toBe(200)
  })

  it('makes no record and no new version if nothing differs', async () => {
    const before = await chainOf(backend.database, 'horizonte')
    const unchanged = await change(admin, id, fullCondominium)
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([200, '"1"'])
    expect(await chainOf(backend.database, 'horizonte')).toEqual(before)
    await change(admin, id, { ...fullCondominium, name: 'Outro nome' })
    const [record] = (await chainOf(backend.database, 'horizonte')).slice(before.length)
    expect(record?.record).toMatchObject({
      kind: 'condominium.changed',
      data: { changed: [{ field: 'name', before: fullCondominium.name, after: 'Outro nome' }] },
    })
  })

  it.each(['"1"', '"7", "8"', 'nada', ''])(
    'with the stale If-Match %j answers 412 with the current record',
    async (tag) => {
      const theirs = { ...fullCondominium, name: 'De outra pessoa' }
      await change(admin, id, theirs)
      for (const response of [
        await change(admin, id, smallCondominium, { 'if-match': tag }),
        await remove(admin, id, { 'if-match': tag }),
      ]) {
        expect(response.status).toBe(412)
        expect(response.headers.get('etag')).toBe('"2"')
        expect(await response.json()).toEqual({
          error: true,
          message: 'O registro foi alterado por outra pessoa. Recarregue e tente de novo.',
          current: { ...theirs, id, customersId: 'horizonte' },
        })
      }
    },
  )

  it('succeeds for one of ten simultaneous changes of the same version', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        change(admin, id, { ...fullCondominium, name: `Versão ${index}` }, { 'if-match': '"1"' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
    expect((await read(admin, id)).headers.get('etag')).toBe('"2"')
  })

  it('accepts every demo record unchanged', async () => {
    const { result } = await (await admin.call(`${path}/by-user`)).json()
    for (const record of result) {
      const response = await change(admin, record.id, record)
      expect([response.status, await response.json()]).toEqual([200, record])
    }
  })

  it('to a wordCode of another condominium answers 409 and changes nothing', async () => {
    expect((await change(admin, id, { ...fullCondominium, wordCode: 'AGUAVIVA-01' })).status).toBe(409)
    expect((await read(admin, id)).headers.get('etag')).toBe('"1"')
  })

  it('is refused if the body has the id of another condominium', async () => {
    const response = await change(admin, id, { ...smallCondominium, id: 'condominio-02' })
    expect(response.status).toBe(422)
    expect((await response.json()).fields).toEqual({ id: 'O condomínio difere do que está no endereço.' })
  })
})

describe('deleting a condominium', () => {
  it('deletes its events and frees its wordCode, and other calls still work', async () => {
    const id = await created()
    await backend.database.execute('update devices set condominium_id = $1 where word_code = $2', [id, 'MANACAS-01'])
    await backend.emitGateEvent({ condominiumId: id, kind: 'door-forced' })
    await backend.makeIncidents()
    const refused = await remove(admin, id)
    expect(refused.status).toBe(409)
    expect((await refused.json()).message).toBe(
      'Este condomínio ainda tem 1 dispositivo. Exclua-o ou passe-o para outro condomínio e tente de novo.',
    )
    await backend.database.execute("update devices set condominium_id = 'condominio-06' where word_code = 'MANACAS-01'")
    expect((await remove(admin, id, { 'if-match': '"1"' })).status).toBe(204)
    expect((await read(admin, id)).status).toBe(404)
    expect((await remove(admin, id)).status).toBe(404)
    expect((await admin.call(`/rest/events/${id}`)).status).toBe(404)
    const { result } = await (await admin.call('/rest/events/last-events')).json()
    expect(result.map((one: { condominiumId: string }) => one.condominiumId)).not.toContain(id)
    const { notifications } = await (await admin.call('/rest/notifications/list')).json()
    expect(notifications[0]).toMatchObject({ title: 'Porta forçada', data: { condominiumId: id } })
    expect((await admin.call('/rest/port-tests')).status).toBe(200)
    await expect(backend.emitGateEvent({ condominiumId: id })).rejects.toMatchObject({ status: 404 })
    expect((await create(admin, smallCondominium)).status).toBe(201)
  })

  it('with devices answers 409 with their number, and deletes nothing', async () => {
    const refused = await remove(admin, 'condominio-01')
    expect(refused.status).toBe(409)
    expect((await refused.json()).message).toBe(
      'Este condomínio ainda tem 4 dispositivos. Exclua-os ou passe-os para outro condomínio e tente de novo.',
    )
    expect((await read(admin, 'condominio-01')).status).toBe(200)
  })

  it('keeps its audit records', async () => {
    const id = await created()
    const record = {
      id: '6a1f6d9c-4a57-4b57-9d7f-0d9a3f0b7c11',
      sequence: 1,
      at: '2026-11-21T10:00:00.000Z',
      wordCode: 'VILA-01',
      condominiumId: id,
      userId: 'user-admin',
      kind: 'delete-step',
      cause: 'delete',
      panelVersion: '1',
    }
    await admin.call(`/rest/device-audit/${id}/user-admin`, { method: 'POST', body: { records: [record] } })
    expect((await remove(admin, id)).status).toBe(204)
    const { result } = await (await admin.call(`/rest/device-audit?condominiumId=${id}`)).json()
    expect(result).toHaveLength(1)
  })
})

describe('writing a condominium', () => {
  it.each(['operator', 'auditor'] as const)('is refused without condominium:write: %s', async (who) => {
    const user = await signIn(backend, who)
    for (const call of [
      create(user, smallCondominium),
      change(user, 'condominio-01', smallCondominium),
      remove(user, 'condominio-01'),
    ])
      expect((await call).status).toBe(403)
  })

  it('of another customer gets the same answer as writing an unknown one', async () => {
    const id = await created()
    const answers = [
      await change(outsider, id, smallCondominium),
      await change(outsider, 'nada', smallCondominium),
      await remove(outsider, id),
      await remove(outsider, 'nada'),
      await create(outsider, { ...smallCondominium, wordCode: 'OUTRO-01' }, '?customersId=horizonte'),
      await create(outsider, { ...smallCondominium, wordCode: 'OUTRO-01' }, '?customersId=nada'),
      await outsider.call(`${path}/condominio-13?customersId=horizonte`, { method: 'PUT', body: smallCondominium }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect((await read(admin, id)).headers.get('etag')).toBe('"1"')
  })
})
