import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { CallResult } from '../../../src/services/http/call-result.ts'
import { createDataAccess } from '../../../src/services/http/data-access.ts'
import { signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { httpTo } from '../parts/http-to.ts'

type DataAccess = ReturnType<typeof createDataAccess>

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

const created = { name: 'Solar', wordCode: 'SOLAR-01' }

test("the events of a condominium are served with the page's own query", async () => {
  const result = await access.getByCondominium('events', ids.condominiumId, '?limit=1')
  expect(result).toMatchObject({ ok: true, data: { result: { length: 1 } } })
})

describe('calls without records get the 404 of the contract if the person is signed in', () => {
  const missing = { ok: false, error: true, status: 404, data: { error: true, message: expect.any(String) } }

  test.each<[string, (data: DataAccess) => Promise<CallResult>]>([
    ['by customer', (data) => data.getByCustomer('customers', ids.customersId)],
    ['by customer, with a query', (data) => data.getByCustomerWithQuery('customers', ids.customersId, 'page=2')],
    ['post by customer and user', (data) => data.postByCustomerAndUser('customers', ids, created)],
    ['put by user', (data) => data.putByUser('condominium', ids.userId, created)],
    ['patch', (data) => data.patch('condominium/condominio-02', created)],
    ['delete by user', (data) => data.deleteByUser('condominium', ids.userId)],
  ])('%s', async (_, call) => {
    expect(await call(access)).toMatchObject(missing)
  })
})
