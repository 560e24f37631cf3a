import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { createDataAccess, type DataAccess } from '../../../src/services/http/data-access.ts'
import { createHttpClient } from '../../../src/services/http/http-client.ts'
import { type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

let server: ScriptedServer
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
  )
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
})

const body = { name: 'x' }

describe('generic data access (spec §7, HTTP-4)', () => {
  test.each<[string, (data: DataAccess) => Promise<unknown>]>([
    ['GET /path/c1', (data) => data.getByCustomer('path', 'c1')],
    ['GET /path?condominiumsId=a,b', (data) => data.getByCondominiums('path', ['a', 'b'])],
    ['GET /path/a', (data) => data.getByCondominium('path', 'a')],
    ['GET /path/a?de=2026&ate=', (data) => data.getByCondominium('path', 'a', '?de=2026&ate=')],
    ['GET /path/c1?page=2', (data) => data.getByCustomerWithQuery('path', 'c1', 'page=2')],
    ['GET /path?userId=u 1', (data) => data.getByUser('path', 'u 1')],
    ['GET /path', (data) => data.get('path')],
    ['GET /path/a?b=1', (data) => data.getByCondominiumWithParams('path', 'a', { a: '', b: 1, c: null })],
    [
      'POST /path/c1/u 1 {"name":"x"}',
      (data) => data.postByCustomerAndUser('path', { customersId: 'c1', userId: 'u 1' }, body),
    ],
    [
      'POST /path/a/u 1 {"name":"x"}',
      (data) => data.postByCondominiumAndUser('path', { condominiumId: 'a', userId: 'u 1' }, body),
    ],
    ['POST /path {"name":"x"}', (data) => data.post('path', body)],
    ['PUT /path/u 1 {"name":"x"}', (data) => data.putByUser('path', 'u 1', body)],
    ['PUT /path/u 1 {"name":"x"} if "7"', (data) => data.putByUserIfMatch('path', 'u 1', body, '"7"')],
    ['PUT /path {"name":"x"}', (data) => data.put('path', body)],
    ['PATCH /path {"name":"x"}', (data) => data.patch('path', body)],
    ['DELETE /path/u 1', (data) => data.deleteByUser('path', 'u 1')],
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

  test('an id cannot lead to another path', async () => {
    await access.getByCondominium('path', '../a?b')
    expect(server.seen[0]?.url).toBe('/path/..%2Fa%3Fb')
  })

  test('a call that is cancelled rejects', async () => {
    await expect(access.get('path', { signal: AbortSignal.abort() })).rejects.toThrow()
  })
})
