import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { constraintRefusals } from '../../../backend/http/constraint-refusals.ts'
import type { Backend } from '../../../backend/server.ts'
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
afterEach(async () => {
  await backend.database.execute("delete from condominiums where id not like 'condominio-%'")
})
afterAll(() => backend.close())

const create = (who: SignedIn, body: unknown, query = '') => who.call(path + query, { method: 'POST', body })
const change = (who: SignedIn, id: string, body: unknown) => who.call(`${path}/${id}`, { method: 'PUT', body })

/** Ids of all condominiums that `who` sees. */
async function seenBy(who: SignedIn): Promise<string[]> {
  const { result } = await (await who.call(`${path}/by-user`)).json()
  return result.map((one: { id: string }) => one.id)
}

it('the server answers a new condominium with an ETag, and lists it immediately', async () => {
  const response = await create(admin, fullCondominium, '?customersId=horizonte')
  expect(response.status).toBe(201)
  expect(response.headers.get('etag')).toBe('"1"')
  const made = await response.json()
  expect(made).toEqual({ ...fullCondominium, id: expect.any(String), customersId: 'horizonte' })
  expect(await (await admin.call(`${path}/by-id/${made.id}`)).json()).toEqual(made)
  expect(await seenBy(admin)).toContain(made.id)
  expect(await seenBy(outsider)).not.toContain(made.id)
})

it('the server stores no field that is null, empty or absent', async () => {
  const response = await create(admin, {
    ...smallCondominium,
    cnpj: null,
    cep: '',
    street: '  ',
    state: null,
    phone: '',
  })
  expect(await response.json()).toEqual({ ...smallCondominium, id: expect.any(String), customersId: 'horizonte' })
})

it('the server accepts punctuation and lower case, and normalises both', async () => {
  const entered = {
    ...smallCondominium,
    name: '  Vila Nova ',
    cnpj: '12.abc.345/01de-35',
    cep: '01310-100',
    state: 'sp',
  }
  const phones = { phone: '+55 (11) 98765-4321', gatehousePhone: '(11) 3333-4444', maintenancePhone: '11 94444.5555' }
  const response = await create(admin, { ...entered, ...phones })
  expect(await response.json()).toMatchObject({
    name: 'Vila Nova',
    cnpj: '12ABC34501DE35',
    cep: '01310100',
    state: 'SP',
    phone: '11987654321',
    gatehousePhone: '1133334444',
    maintenancePhone: '11944445555',
  })
})

it('the server removes country code, `tel:` and invisible characters from pasted numbers (CON-4)', async () => {
  const response = await create(admin, {
    name: 'Vila Nova',
    wordCode: '\u202AVILA-02\u202C',
    cnpj: '\u202A12.abc.345/01de\u201135\u202C',
    cep: '\uFEFF01310\u2013100',
    phone: '5511987654321',
    gatehousePhone: 'tel:+55-11-3333-4444',
    maintenancePhone: '\u202A+55 11 94444-5555\u202C',
  })
  expect(await response.json()).toMatchObject({
    wordCode: 'VILA-02',
    cnpj: '12ABC34501DE35',
    cep: '01310100',
    phone: '11987654321',
    gatehousePhone: '1133334444',
    maintenancePhone: '11944445555',
  })
})

const onePhone = 'Informe um só telefone, com DDD e sem ramal: 10 ou 11 números, ou um 0800.'

it.each<[string, unknown, Record<string, string>]>([
  ['name', undefined, { name: 'Preencha este campo.' }],
  ['name', '   ', { name: 'Informe o nome.' }],
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
  ['phone', '987654321', { phone: 'Informe o telefone com DDD, 10 ou 11 números, ou um 0800.' }],
  ['gatehousePhone', '987654321', { gatehousePhone: 'Informe o telefone com DDD, 10 ou 11 números, ou um 0800.' }],
  ['maintenancePhone', '0133334444', { maintenancePhone: 'Informe o telefone com DDD, 10 ou 11 números, ou um 0800.' }],
  ['phone', '(11) 3333-4444 ramal 12', { phone: onePhone }],
  ['phone', '(11) 3333-4444 5', { phone: onePhone }],
  ['gatehousePhone', '(11) 3333-4444 / 3333-5555', { gatehousePhone: onePhone }],
  ['maintenancePhone', '+1 212 555 1234', { maintenancePhone: onePhone }],
  ['cnpj', '12.ABC.345/01DE-355', { cnpj: 'O CNPJ tem 14 letras e números. Apague o que sobra.' }],
  ['cep', '01310-1000', { cep: 'Informe os 8 números do CEP.' }],
  ['customersId', 'litoral', { customersId: 'Um condomínio não muda de administradora.' }],
])('the server refuses %s = %j with an error at its field, by POST and by PUT', async (field, value, fields) => {
  const answers = [
    await create(admin, { ...fullCondominium, [field]: value }),
    await change(admin, 'condominio-01', { ...fullCondominium, [field]: value }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ error: true, message: 'Confira os campos indicados.', fields })
  }
})

it('the server reports all invalid fields together', async () => {
  const response = await create(admin, { name: 'A', wordCode: '', cnpj: '1' })
  expect(Object.keys((await response.json()).fields)).toEqual(['name', 'wordCode', 'cnpj'])
})

it('the server answers 409 for a wordCode that another condominium has, and creates nothing', async () => {
  const before = await seenBy(admin)
  const response = await create(admin, { ...smallCondominium, wordCode: 'AGUAVIVA-01' })
  expect(response.status).toBe(409)
  expect((await response.json()).message).toBe(constraintRefusals.condominiums_customers_id_word_code_key?.message)
  expect(await seenBy(admin)).toEqual(before)
})

it('the server accepts a wordCode of another customer’s condominium, so that it reveals nothing (OPS-4)', async () => {
  expect((await create(admin, { ...smallCondominium, wordCode: 'MARABERTO-01' })).status).toBe(201)
})

it('the server assigns a new condominium to its creator if the creator sees only assigned ones', async () => {
  const setPermissions = (permissions: string[]) =>
    backend.database.execute("update users set permissions = $1 where id = 'user-operador'", [permissions])
  await setPermissions(['condominium:write'])
  const operator = await signIn(backend, 'operator')
  const response = await create(operator, smallCondominium)
  const { id } = await response.json()
  expect(response.status).toBe(201)
  expect(await seenBy(operator)).toContain(id)
  expect(await seenBy(admin)).toContain(id)
  expect((await change(operator, id, { ...smallCondominium, name: 'Vila Velha' })).status).toBe(200)
  expect((await change(operator, 'condominio-12', smallCondominium)).status).toBe(403)
  expect((await operator.call(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204)
  await setPermissions(['device:write', 'device:reset'])
})
