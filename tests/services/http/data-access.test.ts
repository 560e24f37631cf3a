import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { createDataAccess } from '../../../src/services/http/data-access.ts'
import { createHttpClient } from '../../../src/services/http/http-client.ts'
import { type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

type DataAccess = ReturnType<typeof createDataAccess>

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

describe('forms of generic data access without a route (spec §7, HTTP-4)', () => {
  test.each<[string, (data: DataAccess) => Promise<unknown>]>([
    ['GET /path/c1', (data) => data.getByCustomer('path', 'c1')],
    ['GET /path/a', (data) => data.getByCondominium('path', 'a', '')],
    ['GET /path/a?de=2026&ate=', (data) => data.getByCondominium('path', 'a', '?de=2026&ate=')],
    ['GET /path/c1?page=2', (data) => data.getByCustomerWithQuery('path', 'c1', 'page=2')],
    [
      'POST /path/c1/u 1 {"name":"x"}',
      (data) => data.postByCustomerAndUser('path', { customersId: 'c1', userId: 'u 1' }, body),
    ],
    ['PUT /path/u 1 {"name":"x"}', (data) => data.putByUser('path', 'u 1', body)],
    ['PATCH /path {"name":"x"}', (data) => data.patch('path', body)],
    ['DELETE /path/u 1', (data) => data.deleteByUser('path', 'u 1')],
  ])('%s', async (expected, call) => {
    await call(access)
    const [request] = server.seen
    const parts = [request?.method, decodeURIComponent((request?.url ?? '').replace('+', ' ')), request?.body]
    expect(parts.filter(Boolean).join(' ')).toBe(expected)
  })

  test('an id cannot lead to another path', async () => {
    await access.getByCondominium('path', '../a?b', '')
    expect(server.seen[0]?.url).toBe('/path/..%2Fa%3Fb')
  })

  test('a cancelled call rejects', async () => {
    await expect(access.getByCustomer('path', 'c', { signal: AbortSignal.abort() })).rejects.toThrow()
  })
})
