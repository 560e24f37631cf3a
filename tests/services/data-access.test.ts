import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthorization } from '../../src/services/authorization.ts'
import { createDataAccess, type DataAccess, type DataScope } from '../../src/services/data-access.ts'
import { createHttpClient } from '../../src/services/http-client.ts'
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts'

let server: ScriptedServer
let scope: DataScope
let access: DataAccess

beforeAll(async () => {
  server = await startScriptedServer()
  access = createDataAccess(
    createHttpClient({
      baseUrl: server.url,
      authorization: createAuthorization(),
      xsrfToken: () => undefined,
      pageUrl: server.url,
      onUnauthorized: () => {},
    }),
    () => scope,
  )
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
  scope = { userId: 'u 1', customersId: 'c1', condominiumsId: ['a', 'b'], condominiumId: 'a', search: '?de=2026&ate=' }
})

const body = { name: 'x' }

describe('generic data access (spec §7, HTTP-4)', () => {
  test.each<[string, (data: DataAccess) => Promise<unknown>]>([
    ['GET /path/c1', (data) => data.getByCustomer('path')],
    ['GET /path?condominiumsId=a,b', (data) => data.getByCondominiums('path')],
    ['GET /path/a', (data) => data.getByCondominium('path')],
    ['GET /path/a?de=2026&ate=', (data) => data.getByCondominium('path', { withSearch: true })],
    ['GET /path/c1', (data) => data.getByCustomerWithQuery('path')],
    ['GET /path/c1?page=2', (data) => data.getByCustomerWithQuery('path', 'page=2')],
    ['GET /path?userId=u 1', (data) => data.getByUser('path')],
    ['GET /path', (data) => data.get('path')],
    ['GET /path/a?b=1', (data) => data.getByCondominiumWithParams('path', { a: '', b: 1, c: null })],
    ['POST /path/c1/u 1 {"name":"x"}', (data) => data.postByCustomerAndUser('path', body)],
    ['POST /path/a/u 1 {"name":"x"}', (data) => data.postByCondominiumAndUser('path', body)],
    ['POST /path {"name":"x"}', (data) => data.post('path', body)],
    ['PUT /path/u 1 {"name":"x"}', (data) => data.putByUser('path', body)],
    ['PUT /path/u 1 {"name":"x"} if "7"', (data) => data.putByUserIfMatch('path', body, '"7"')],
    ['PUT /path {"name":"x"}', (data) => data.put('path', body)],
    ['PATCH /path {"name":"x"}', (data) => data.patch('path', body)],
    ['DELETE /path/u 1', (data) => data.deleteByUser('path')],
    ['DELETE /path', (data) => data.delete('path')],
  ])('%s', async (expected, call) => {
    await call(access)
    const [request] = server.seen
    const condition = request?.headers['if-match']
    const parts = [
      request?.method,
      decodeURIComponent((request?.url ?? '').replace('+', ' ')),
      request?.body,
      condition && `if ${condition}`,
    ]
    expect(parts.filter(Boolean).join(' ')).toBe(expected)
  })

  test('the scope of the moment is used, not that of the start', async () => {
    scope = { ...scope, condominiumId: 'b' }
    await access.getByCondominium('path')
    expect(server.seen[0]?.url).toBe('/path/b')
  })

  test('a call by condominium without one says what to do, and asks nothing', async () => {
    scope = { ...scope, condominiumId: null }
    await expect(access.getByCondominium('path')).rejects.toThrow('Selecione um condomínio')
    expect(server.seen).toEqual([])
  })
})
