import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from './embedded-backend.ts'

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

const full = {
  name: 'Residencial Novo Horizonte',
  wordCode: 'NOVO-01',
  cnpj: '11222333000181',
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Bloco B',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  phone: '11987654321',
}
const small = { name: 'Vila Nova', wordCode: 'VILA-01' }

type Headers = Record<string, string>
const create = (who: SignedIn, body: unknown, query = '') => who.call(path + query, { method: 'POST', body })
const change = (who: SignedIn, id: string, body: unknown, headers: Headers = {}) =>
  who.call(`${path}/${id}`, { method: 'PUT', body, headers })
const remove = (who: SignedIn, id: string, headers: Headers = {}) =>
  who.call(`${path}/${id}`, { method: 'DELETE', headers })
const read = (who: SignedIn, id: string) => who.call(`${path}/by-id/${id}`)

/** The ids of everything that `who` sees. */
async function seenBy(who: SignedIn): Promise<string[]> {
  const { result } = await (await who.call(`${path}/by-user`)).json()
  return result.map((one: { id: string }) => one.id)
}

async function created(body: unknown = small): Promise<string> {
  const response = await create(admin, body)
  expect(response.status).toBe(201)
  return (await response.json()).id
}

afterEach(async () => {
  await backend.database.execute("delete from condominiums where id not like 'condominio-%'")
})

describe('creating', () => {
  it('answers the record with an ETag, and it is there at once', async () => {
    const response = await create(admin, full, '?customersId=horizonte')
    expect(response.status).toBe(201)
    expect(response.headers.get('etag')).toBe('"1"')
    const made = await response.json()
    expect(made).toEqual({ ...full, id: expect.any(String), customersId: 'horizonte' })
    expect(await (await read(admin, made.id)).json()).toEqual(made)
    expect(await seenBy(admin)).toContain(made.id)
    expect(await seenBy(outsider)).not.toContain(made.id)
  })

  it('leaves out what is null, empty or absent', async () => {
    const response = await create(admin, { ...small, cnpj: null, cep: '', street: '  ', state: null, phone: '' })
    expect(await response.json()).toEqual({ ...small, id: expect.any(String), customersId: 'horizonte' })
  })

  it('takes punctuation and lower case, and keeps neither', async () => {
    const entered = { ...small, name: '  Vila Nova ', cnpj: '12.abc.345/01de-35', cep: '01310-100', state: 'sp' }
    const response = await create(admin, { ...entered, phone: '+55 (11) 98765-4321' })
    expect(await response.json()).toMatchObject({
      name: 'Vila Nova',
      cnpj: '12ABC34501DE35',
      cep: '01310100',
      state: 'SP',
      phone: '11987654321',
    })
  })

  it.each<[string, unknown, Record<string, string>]>([
    ['name', undefined, { name: 'Preencha este campo.' }],
    ['name', '   ', { name: 'Preencha este campo.' }],
    ['name', 'A', { name: 'Use pelo menos 2 caracteres.' }],
    ['name', 'A'.repeat(121), { name: 'Use no máximo 120 caracteres.' }],
    ['name', 'Vila\u0007Nova', { name: 'Use apenas letras, números e sinais.' }],
    ['wordCode', undefined, { wordCode: 'Preencha este campo.' }],
    ['wordCode', 'ab', { wordCode: 'Use de 3 a 32 letras maiúsculas sem acento, números ou hífens.' }],
    ['cnpj', '11222333000180', { cnpj: 'Este CNPJ não existe. Confira as letras e os números.' }],
    ['cnpj', '00.000.000/0000-00', { cnpj: 'Este CNPJ não existe. Confira as letras e os números.' }],
    ['cep', '0131010', { cep: 'Informe os 8 números do CEP.' }],
    ['street', 'a'.repeat(121), { street: 'Use no máximo 120 caracteres.' }],
    ['number', '1'.repeat(21), { number: 'Use no máximo 20 caracteres.' }],
    ['complement', 'a\nb', { complement: 'Use apenas letras, números e sinais.' }],
    ['district', 'a'.repeat(81), { district: 'Use no máximo 80 caracteres.' }],
    ['city', 7, { city: 'Valor inválido.' }],
    ['state', 'XX', { state: 'Informe a sigla do estado, por exemplo SP.' }],
    ['phone', '987654321', { phone: 'Informe o telefone com DDD, 10 ou 11 números.' }],
    ['customersId', 'litoral', { customersId: 'Um condomínio não muda de administradora.' }],
  ])('with %s = %j is refused at its field, by POST as by PUT', async (field, value, fields) => {
    const answers = [
      await create(admin, { ...full, [field]: value }),
      await change(admin, 'condominio-01', { ...full, [field]: value }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(422)
      expect(await answer.json()).toEqual({ error: true, message: 'Confira os campos indicados.', fields })
    }
  })

  it('names all wrong fields at once', async () => {
    const response = await create(admin, { name: 'A', wordCode: '', cnpj: '1' })
    expect(Object.keys((await response.json()).fields)).toEqual(['name', 'wordCode', 'cnpj'])
  })

  it('with a wordCode that is taken, by whomever, answers 409 and makes nothing', async () => {
    const before = await seenBy(admin)
    for (const wordCode of ['AGUAVIVA-01', 'MARABERTO-01']) {
      const response = await create(admin, { ...small, wordCode })
      expect(response.status).toBe(409)
      expect((await response.json()).message).toBe(
        `Já existe um condomínio com o código ${wordCode}. Escolha outro código.`,
      )
    }
    expect(await seenBy(admin)).toEqual(before)
  })

  it('of a user who sees assigned ones alone assigns it to that user, and to no other', async () => {
    const setPermissions = (permissions: string[]) =>
      backend.database.execute("update users set permissions = $1 where id = 'user-operador'", [permissions])
    await setPermissions(['condominium:write'])
    const operator = await signIn(backend, 'operator')
    const response = await create(operator, small)
    const { id } = await response.json()
    expect(response.status).toBe(201)
    expect(await seenBy(operator)).toContain(id)
    expect(await seenBy(admin)).toContain(id)
    expect((await change(operator, id, { ...small, name: 'Vila Velha' })).status).toBe(200)
    expect((await change(operator, 'condominio-12', small)).status).toBe(403)
    expect((await remove(operator, id)).status).toBe(204)
    await setPermissions(['device:write', 'device:reset'])
  })
})

describe('changing', () => {
  let id: string
  beforeEach(async () => {
    id = await created(full)
  })

  it('replaces the record and moves its ETag on', async () => {
    const response = await change(admin, id, { ...small, id, customersId: 'horizonte' }, { 'if-match': '"1"' })
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe('"2"')
    expect(await response.json()).toEqual({ ...small, id, customersId: 'horizonte' })
    expect((await read(admin, id)).headers.get('etag')).toBe('"2"')
  })

  it.each([
    ['without If-Match', {}],
    ['with any', { 'if-match': '*' }],
    ['with a list that has it', { 'if-match': '"7", "2"' }],
    ['with its tag as a compressing proxy weakens it', { 'if-match': 'W/"2"' }],
  ])('is made %s', async (_case, headers) => {
    await change(admin, id, full)
    expect((await change(admin, id, small, headers)).status).toBe(200)
  })

  it.each(['"1"', '"7", "8"', 'nada', ''])(
    'with the stale If-Match %j answers 412 with the record as it is',
    async (tag) => {
      const theirs = { ...full, name: 'De outra pessoa' }
      await change(admin, id, theirs)
      for (const response of [
        await change(admin, id, small, { 'if-match': tag }),
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

  it('by ten at once on one version is made by one of them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        change(admin, id, { ...full, name: `Versão ${index}` }, { 'if-match': '"1"' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
    expect((await read(admin, id)).headers.get('etag')).toBe('"2"')
  })

  it('to a wordCode that is taken answers 409 and changes nothing', async () => {
    expect((await change(admin, id, { ...full, wordCode: 'AGUAVIVA-01' })).status).toBe(409)
    expect((await read(admin, id)).headers.get('etag')).toBe('"1"')
  })

  it('with the id of another in its body is refused', async () => {
    const response = await change(admin, id, { ...small, id: 'condominio-02' })
    expect(response.status).toBe(422)
    expect((await response.json()).fields).toEqual({ id: 'O condomínio difere do que está no endereço.' })
  })
})

describe('deleting', () => {
  it('takes its events along and leaves nothing behind that other calls would trip over', async () => {
    const id = await created()
    await backend.database.execute('update devices set condominium_id = $1 where word_code = $2', [id, 'MANACAS-01'])
    await backend.emitGateEvent({ condominiumId: id, kind: 'door-forced' })
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
    expect((await create(admin, small)).status).toBe(201)
  })

  it('of one with devices answers 409, says how many, and keeps it', async () => {
    const refused = await remove(admin, 'condominio-01')
    expect(refused.status).toBe(409)
    expect((await refused.json()).message).toBe(
      'Este condomínio ainda tem 4 dispositivos. Exclua-os ou passe-os para outro condomínio e tente de novo.',
    )
    expect((await read(admin, 'condominio-01')).status).toBe(200)
  })

  it('leaves the audit records about it', async () => {
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

describe('who may write', () => {
  it.each(['operator', 'auditor'] as const)('is nobody without condominium:write: %s', async (who) => {
    const user = await signIn(backend, who)
    for (const call of [create(user, small), change(user, 'condominio-01', small), remove(user, 'condominio-01')])
      expect((await call).status).toBe(403)
  })

  it('is nobody of another customer, in the words for what does not exist', async () => {
    const id = await created()
    const answers = [
      await change(outsider, id, small),
      await change(outsider, 'nada', small),
      await remove(outsider, id),
      await remove(outsider, 'nada'),
      await create(outsider, { ...small, wordCode: 'OUTRO-01' }, '?customersId=horizonte'),
      await create(outsider, { ...small, wordCode: 'OUTRO-01' }, '?customersId=nada'),
      await outsider.call(`${path}/condominio-13?customersId=horizonte`, { method: 'PUT', body: small }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect((await read(admin, id)).headers.get('etag')).toBe('"1"')
  })
})
