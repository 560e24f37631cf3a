import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { CallResult } from '../../../src/services/http/call-result.ts'
import { createDataAccess, type DataAccess } from '../../../src/services/http/data-access.ts'
import { signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { httpTo } from '../parts/http-to.ts'

let backend: Backend
let access: DataAccess
let ids: { userId: string; customersId: string; condominiumId: string }

beforeAll(async () => {
  backend = await startTestBackend()
  const { token, user } = await signIn(backend, 'admin')
  const http = httpTo(backend.url, token)
  access = createDataAccess(http)
  ids = { ...user, condominiumId: 'condominio-01' }
  await backend.emitGateEvent({ condominiumId: 'condominio-01' })
  await backend.emitGateEvent({ condominiumId: 'condominio-01' })
})
afterAll(() => backend.close())

const lists = (count: number) => ({ ok: true, data: { result: { length: count } } })
const created = { name: 'Solar', wordCode: 'SOLAR-01' }

describe('what the embedded backend serves of the forms (spec §7, HTTP-4)', () => {
  test.each<[string, (data: DataAccess) => Promise<CallResult>, object]>([
    ['by condominiums', (data) => data.getByCondominiums('condominium', ['condominio-01', 'condominio-02']), lists(2)],
    [
      "by condominium, with the page's own query",
      (data) => data.getByCondominium('events', ids.condominiumId, '?limit=1'),
      lists(1),
    ],
    [
      'by condominium, with parameters',
      (data) => data.getByCondominiumWithParams('events', ids.condominiumId, { limit: 2, before: null }),
      lists(2),
    ],
    ['by user', (data) => data.getByUser('condominium/by-user', ids.userId), lists(12)],
    ['plain', (data) => data.get('api/health'), { ok: true, data: { status: 'ok' } }],
    [
      'post by condominium and user',
      (data) => data.postByCondominiumAndUser('device-audit', ids, { records: [] }),
      { ok: true, data: { accepted: [] } },
    ],
    ['post', (data) => data.post('condominium', created), { ok: true, data: created }],
    [
      'put',
      (data) => data.put('condominium/condominio-02', { name: 'São João', wordCode: 'SAOJOAO-01' }),
      { ok: true, data: { name: 'São João' } },
    ],
  ])('%s', async (_, call, answer) => {
    expect(await call(access)).toMatchObject(answer)
  })

  test('by condominium', async () => {
    const all = await access.getByCondominium('events', ids.condominiumId)
    expect(all).toMatchObject({ ok: true, data: { result: expect.any(Array) } })
  })

  test('delete', async () => {
    const made = await access.post('condominium', { name: 'Breve', wordCode: 'BREVE-01' })
    const id = made?.ok && typeof made.data === 'object' && made.data !== null && 'id' in made.data ? made.data.id : ''
    expect(await access.delete(`condominium/${id}`)).toMatchObject({ ok: true })
    expect(await access.get(`condominium/by-id/${id}`)).toMatchObject({ ok: false, status: 404 })
  })
})

describe('what it has no records for is answered in the form of the contract, to whoever is signed in', () => {
  const missing = { ok: false, error: true, status: 404, data: { error: true, message: expect.any(String) } }

  test.each<[string, (data: DataAccess) => Promise<CallResult>]>([
    ['by customer', (data) => data.getByCustomer('customers', ids.customersId)],
    ['by customer, with a query', (data) => data.getByCustomerWithQuery('customers', ids.customersId, 'page=2')],
    ['post by customer and user', (data) => data.postByCustomerAndUser('customers', ids, created)],
    ['put by user', (data) => data.putByUser('condominium', ids.userId, created)],
    ['put by user, if it is unchanged', (data) => data.putByUserIfMatch('condominium', ids.userId, created, '"1"')],
    ['patch', (data) => data.patch('condominium/condominio-02', created)],
    ['delete by user', (data) => data.deleteByUser('condominium', ids.userId)],
  ])('%s', async (_, call) => {
    expect(await call(access)).toMatchObject(missing)
  })
})
