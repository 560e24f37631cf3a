import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { createHttpClient } from '../../../src/services/http/http-client.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

let server: ScriptedServer
const authorization = createAuthorization()
const unauthorized: string[] = []

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
  unauthorized.length = 0
  completed.length = 0
  authorization.remove()
  server.answer((_, response) => json(response, 200, { answer: 42 }))
})

const completed: { durationMs: number; status: number | null; serverTime: number }[] = []

function client({
  xsrf,
  pageUrl = server.url,
  cache,
  hasNetwork = true,
}: {
  xsrf?: string
  pageUrl?: string
  cache?: RequestCache
  hasNetwork?: boolean
} = {}) {
  return createHttpClient({
    baseUrl: `${server.url}/rest`,
    authorization,
    ...(cache !== undefined && { cache }),
    xsrfToken: () => xsrf,
    pageUrl,
    hasNetwork: () => hasNetwork,
    onUnauthorized: (token) => unauthorized.push(token),
    onCompleted: (call) => completed.push(call),
  })
}

describe('results (HTTP-1, HTTP-2)', () => {
  test('an answer below 400 is ok with its data and headers', async () => {
    server.answer((_, response) => json(response, 399, { answer: 42 }, { 'x-total': '7' }))
    const result = await client().call('condominium')
    expect(result).toMatchObject({ ok: true, data: { answer: 42 } })
    expect(result?.headers?.get('x-total')).toBe('7')
  })

  test('a client of devices or health bypasses all HTTP caches (LIVE-9)', async () => {
    await client({ cache: 'no-cache' }).call('x')
    await client().call('x')
    expect(server.seen.map(({ headers }) => headers['cache-control'])).toEqual(['max-age=0', undefined])
  })

  test('an answer without a body is ok', async () => {
    server.answer((_, response) => response.writeHead(204).end())
    expect(await client().call('notifications/1', { method: 'DELETE' })).toMatchObject({ ok: true })
  })

  test.each([400, 403, 404, 409, 412, 422, 429, 500, 503])(
    "status %i is a failure with the server's body",
    async (status) => {
      server.answer((_, response) => json(response, status, { error: true, message: 'Não deu.' }))
      expect(await client().call('x')).toMatchObject({
        ok: false,
        error: true,
        status,
        data: { error: true, message: 'Não deu.' },
      })
      expect(server.seen).toHaveLength(1)
    },
  )

  test('no response is a failure with the text of the specification', async () => {
    server.answer((_, response) => response.destroy())
    expect(await client().call('x')).toEqual({
      ok: false,
      error: true,
      status: null,
      data: 'An unexpected error occurred.',
    })
  })

  test('a failed call that began without a network was not sent (STATE-8)', async () => {
    server.answer((_, response) => response.destroy())
    expect(await client({ hasNetwork: false }).call('x')).toMatchObject({ status: null, isUnsent: true })
    server.answer((_, response) => json(response, 200, {}))
    expect(await client({ hasNetwork: false }).call('x')).toMatchObject({ ok: true })
  })

  test('a body that is not JSON is returned as text', async () => {
    server.answer((_, response) => html(response, 200))
    expect(await client().call('x')).toMatchObject({ ok: true, data: expect.stringContaining('Portal de visitantes') })
  })

  test('a cancelled call rejects', async () => {
    server.answer(() => {})
    const cancelling = new AbortController()
    const call = client().call('x', { signal: cancelling.signal })
    cancelling.abort()
    await expect(call).rejects.toThrow()
  })
})

describe('401 (SES-5, SES-11)', () => {
  beforeEach(() => server.answer((_, response) => json(response, 401, { error: true, message: 'Entre de novo.' })))

  test('returns undefined and reports the refused token', async () => {
    authorization.grant('token-1')
    expect(await client().call('x')).toBeUndefined()
    expect(unauthorized).toEqual(['token-1'])
  })

  test('is not reported if no person is signed in', async () => {
    expect(await client().call('x')).toBeUndefined()
    expect(unauthorized).toEqual([])
  })

  test('to the sign-in call does not end the session', async () => {
    authorization.grant('token-1')
    expect(await client().call('auth/sign-in', { method: 'POST', authenticated: false })).toMatchObject({ status: 401 })
    expect(unauthorized).toEqual([])
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
  })
})

describe('request headers and bodies', () => {
  test('contain the bearer token from its grant until its removal (SES-3)', async () => {
    const http = client()
    await http.call('x')
    authorization.grant('token-1')
    await http.call('x')
    authorization.remove()
    await http.call('x')
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer token-1', undefined])
  })

  test('contain the XSRF token only on requests to the page origin (HTTP-3)', async () => {
    await client({ xsrf: 'abc' }).call('x')
    await client({ xsrf: 'abc', pageUrl: 'http://elsewhere.example/' }).call('x')
    expect(server.seen.map(({ headers }) => headers['x-xsrf-token'])).toEqual(['abc', undefined])
  })

  test('send JSON as JSON, and form data unchanged', async () => {
    const form = new FormData()
    form.set('file', new Blob(['a']), 'a.xlsx')
    await client().call('x', { method: 'POST', body: { name: 'São João' } })
    await client().call('x', { method: 'POST', body: form })
    expect(server.seen[0]).toMatchObject({
      body: '{"name":"São João"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(server.seen[1]?.headers['content-type']).toMatch(/^multipart\/form-data/)
  })

  test('leave out empty values of the query (HTTP-4)', async () => {
    await client().call('x', { query: { a: 1, b: '', c: null, d: undefined, e: false, f: 0 } })
    expect(server.seen[0]?.url).toBe('/rest/x?a=1&e=false&f=0')
  })
})

describe('the report about a completed call (HEA-3)', () => {
  test.each([200, 399, 400, 401, 503])('contains status %i', async (status) => {
    server.answer((_, response) => json(response, status, {}))
    await client().call('x')
    expect(completed).toEqual([{ durationMs: expect.any(Number), status, serverTime: expect.any(Number) }])
    expect(completed[0]?.durationMs).toBeGreaterThan(0)
  })

  test("contains the server's time (LIVE-10)", async () => {
    server.answer((_, response) => json(response, 200, {}, { date: 'Sat, 21 Nov 2026 12:00:00 GMT' }))
    await client().call('x')
    expect(completed).toMatchObject([{ serverTime: Date.UTC(2026, 10, 21, 12) }])
  })

  test('counts a missing response as a failure', async () => {
    server.answer((_, response) => response.destroy())
    await client().call('x')
    expect(completed).toMatchObject([{ status: null }])
  })

  test('counts a time-out as a failure, and does not count a cancellation', async () => {
    server.answer(() => {})
    await expect(client().call('x', { signal: AbortSignal.timeout(20) })).rejects.toThrow()
    expect(completed).toMatchObject([{ status: null }])
    await expect(client().call('x', { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(completed).toHaveLength(1)
  })
})
