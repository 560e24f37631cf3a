import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { createEventsApi } from '../../../src/services/activity/events-api.ts'
import { createPortTestsApi } from '../../../src/services/activity/port-tests-api.ts'
import { createCondominiumApi } from '../../../src/services/condominiums/condominium-api.ts'
import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { CallError, dataOf } from '../../../src/services/http/call-result.ts'
import { createHttpClient } from '../../../src/services/http/http-client.ts'
import { createAuthApi } from '../../../src/services/session/auth-api.ts'
import { startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { demoPassword } from '../../prepared-database.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const signal = new AbortController().signal
const minuteMs = 60_000

function apisOn(url: string, now = Date.now) {
  const log = recordingLog()
  const authorization = createAuthorization()
  const http = createHttpClient({
    baseUrl: `${url}/rest`,
    authorization,
    xsrfToken: () => undefined,
    pageUrl: url,
    onUnauthorized: () => {},
  })
  return {
    log,
    authorization,
    auth: createAuthApi(http, log, now),
    condominiums: createCondominiumApi(http, log),
    events: createEventsApi(http, log),
    portTests: createPortTestsApi(http, log),
  }
}

describe('against the embedded backend', () => {
  let backend: Backend
  let apis: ReturnType<typeof apisOn>
  let userId: string

  beforeAll(async () => {
    backend = await startTestBackend()
    apis = apisOn(backend.url)
    const answer = await apis.auth.signIn(
      { email: 'admin@guarita.demo', password: demoPassword, remember: false },
      signal,
    )
    apis.authorization.grant(answer.token)
    userId = answer.user.userId
  })
  afterAll(() => backend.close())

  test('a sign-in lasts an hour from the answer', async () => {
    const answer = await apis.auth.signIn(
      { email: 'admin@guarita.demo', password: demoPassword, remember: false },
      signal,
    )
    expect(answer).toMatchObject({
      lifetimeMs: 60 * minuteMs,
      user: { type: 'admin', permissions: expect.arrayContaining(['qa']) },
    })
  })

  test('a wrong password says so (A11Y-1)', async () => {
    const refused = apis.auth.signIn({ email: 'admin@guarita.demo', password: 'errada', remember: false }, signal)
    await expect(refused).rejects.toEqual(new CallError('E-mail ou senha inválidos', 400))
  })

  test('a renewal brings another hour, and who it is by now (ACC-2)', async () => {
    expect(await apis.auth.renew(signal)).toEqual({
      kind: 'renewed',
      lifetimeMs: 60 * minuteMs,
      user: expect.objectContaining({ type: 'admin', permissions: expect.arrayContaining(['qa']) }),
    })
  })

  test('a revoked token is dead', async () => {
    const other = apisOn(backend.url)
    const answer = await other.auth.signIn(
      { email: 'admin@guarita.demo', password: demoPassword, remember: false },
      signal,
    )
    await other.auth.revoke(answer.token, signal)
    other.authorization.grant(answer.token)
    await expect(other.auth.renew(signal)).rejects.toMatchObject({ status: 401 })
  })

  test('the condominiums of the user, by user, and by ids in chunks', async () => {
    const all = dataOf(await apis.condominiums.byUser(userId))
    expect(all).toHaveLength(12)
    const ids = all.map(({ id }) => id)
    const many = [...Array(100).keys()].map((index) => `unknown-${index}`)
    expect(
      dataOf(await apis.condominiums.list([...ids, ...many]))
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted())
  })

  test('the last events, with their time', async () => {
    const lastEvents = await apis.events.lastEvents(signal)
    expect(lastEvents.length).toBeGreaterThan(0)
    for (const { at } of lastEvents) expect(at).toBeLessThanOrEqual(Date.now())
  })

  test('the history of a condominium, newest first', async () => {
    const [condominium] = dataOf(await apis.condominiums.byUser(userId))
    const condominiumId = condominium?.id ?? ''
    const first = await backend.emitGateEvent({ condominiumId })
    const second = await backend.emitGateEvent({ condominiumId })
    const history = await apis.events.history(condominiumId, 2, signal)
    expect(history.map(({ id }) => id)).toEqual([second.id, first.id])
  })

  test('the port tests, by real connections', async () => {
    const portTests = await apis.portTests.list(signal)
    expect(portTests.length).toBeGreaterThan(0)
    expect(portTests.every(({ success }) => success)).toBe(true)
  })
})

describe('against servers that misbehave (HTTP-7)', () => {
  let server: ScriptedServer
  let apis: ReturnType<typeof apisOn>

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    apis = apisOn(server.url)
  })

  test('a page in place of JSON is a failure with a text for a person, and is logged', async () => {
    server.answer((_, response) => html(response, 200))
    await expect(apis.portTests.list(signal)).rejects.toThrow('O servidor respondeu algo inesperado. Tente novamente.')
    expect(apis.log.messages).toEqual(['Resposta inesperada do servidor em port-tests.'])
  })

  test('a broken item is dropped and logged, not the list', async () => {
    const good = { id: 'a', name: 'Edifício <b>Água</b>', wordCode: 'A-1', customersId: 'c' }
    server.answer((_, response) => json(response, 200, { result: [good, { id: 7 }, null, { id: 'b', name: '  ' }] }))
    expect(dataOf(await apis.condominiums.byUser('u'))).toEqual([good])
    expect(apis.log.messages).toHaveLength(3)
  })

  test('an error page says its status in words', async () => {
    server.answer((_, response) => html(response, 502))
    await expect(apis.events.lastEvents(signal)).rejects.toThrow('O servidor não conseguiu responder.')
  })

  test('an error of the contract says the server text, and when to come back', async () => {
    server.answer((_, response) => json(response, 429, { error: true, message: 'Espere.' }, { 'retry-after': '30' }))
    await expect(apis.events.lastEvents(signal)).rejects.toMatchObject({ message: 'Espere.', retryAfterS: 30 })
  })

  test('a sign-in that gets no answer says what to do', async () => {
    server.answer((_, response) => response.destroy())
    const refused = apis.auth.signIn({ email: 'a', password: 'b', remember: true }, signal)
    await expect(refused).rejects.toThrow('Sem resposta do servidor. Verifique a conexão e tente novamente.')
  })

  test.each<[string, number, unknown, object]>([
    [
      'expiresIn counts, whatever the clock says',
      200,
      { expiresIn: 1200, expiration: '2001-01-01T00:00:00Z' },
      { lifetimeMs: 20 * minuteMs },
    ],
    [
      'an expiration alone counts from now',
      200,
      { expiration: new Date(30 * minuteMs).toISOString() },
      { lifetimeMs: 30 * minuteMs },
    ],
    ['neither means an hour', 200, {}, { lifetimeMs: 60 * minuteMs }],
    [
      'the person as he is by now (ACC-2)',
      200,
      { expiresIn: 60, user: { userId: 'u', customersId: 'c', permissions: ['users:write'] } },
      { user: { userId: 'u', permissions: ['users:write'] } },
    ],
    ['404 is no answer', 404, { error: true }, { kind: 'unanswered' }],
  ])('renewing: %s', async (_, status, body, expected) => {
    server.answer((_request, response) => json(response, status, body))
    expect(await apisOn(server.url, () => 0).auth.renew(signal)).toMatchObject(expected)
  })
})

describe('the condominium service sends what the specification says (spec §7, HTTP-6)', () => {
  let server: ScriptedServer
  const condominium = { id: 'c 1', name: 'Solar', wordCode: 'SOLAR-01', customersId: 'x' }

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())

  test.each<[string, unknown, (api: ReturnType<typeof createCondominiumApi>) => Promise<unknown>]>([
    ['GET /rest/condominium?condominiumsId=a,b', { result: [] }, (api) => api.list(['a', 'b'])],
    ['GET /rest/condominium/by-user?userId=u1', { result: [] }, (api) => api.byUser('u1')],
  ])('%s', async (expected, answer, call) => {
    server.answer((_, response) => json(response, 200, answer))
    const result = await call(apisOn(server.url).condominiums)
    expect(result).toMatchObject({ ok: true })
    const request = server.seen.at(-1)
    expect(`${request?.method} ${decodeURIComponent(request?.url ?? '')}`).toBe(expected)
  })

  test('a list of 250 ids is asked in three requests (CON-1)', async () => {
    server.seen.length = 0
    server.answer((_, response) => json(response, 200, { result: [condominium] }))
    const ids = [...Array(250).keys()].map(String)
    expect(dataOf(await apisOn(server.url).condominiums.list(ids))).toHaveLength(3)
    expect(
      server.seen.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('condominiumsId')?.split(',').length),
    ).toEqual([100, 100, 50])
  })
})
