import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { condominiumRoutes } from '../../../contract/wire/routes/condominiums.ts'
import { eventRoutes } from '../../../contract/wire/routes/events.ts'
import { sessionRoutes } from '../../../contract/wire/routes/session.ts'
import { loadLastEvents, loadNewestEvents } from '../../../src/services/activity/events-api.ts'
import { parseLists } from '../../../src/services/http/answer-lists.ts'
import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { CallError, dataOf } from '../../../src/services/http/call-result.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import { listCondominiums } from '../../../src/services/http/data-access.ts'
import { createHttpClient } from '../../../src/services/http/http-client.ts'
import { renewSession, signIn } from '../../../src/services/session/auth-api.ts'
import { startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { demoPassword } from '../../prepared-database.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const signal = new AbortController().signal
const minuteMs = 60_000
const admin = { email: 'admin@guarita.demo', password: demoPassword, remember: false }

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
  const call = createCall(http, log)
  return {
    log,
    authorization,
    call,
    signIn: async (credentials: { email: string; password: string; remember: boolean }) => {
      const answer = await signIn({ call, now }, credentials, signal)
      if ('challenge' in answer) throw new Error('the sign-in asks for a code')
      return answer
    },
    renew: () => renewSession({ call, now }, signal),
    condominiums: async (userId: string) =>
      dataOf(await call(condominiumRoutes.condominiumsOfUser, { query: { userId }, parse: parseLists })).result,
  }
}

describe('against the embedded backend', () => {
  let backend: Backend
  let apis: ReturnType<typeof apisOn>
  let userId: string

  beforeAll(async () => {
    backend = await startTestBackend()
    apis = apisOn(backend.url)
    const answer = await apis.signIn(admin)
    apis.authorization.grant(answer.token)
    userId = answer.user.userId
  })
  afterAll(() => backend.close())

  test('a sign-in lasts an hour from the answer', async () => {
    const answer = await apis.signIn(admin)
    expect(answer).toMatchObject({
      lifetimeMs: 60 * minuteMs,
      user: { type: 'admin', permissions: expect.arrayContaining(['qa']) },
    })
  })

  test('a wrong password is reported with a text (A11Y-1)', async () => {
    const refused = apis.signIn({ ...admin, password: 'errada' })
    await expect(refused).rejects.toEqual(new CallError('E-mail ou senha inválidos', 400))
  })

  test('a renewal brings another hour and the current data of the person (ACC-2)', async () => {
    expect(await apis.renew()).toMatchObject({
      kind: 'renewed',
      lifetimeMs: 60 * minuteMs,
      user: expect.objectContaining({ type: 'admin', permissions: expect.arrayContaining(['qa']) }),
    })
  })

  test('a revoked token is refused', async () => {
    const other = apisOn(backend.url)
    const answer = await other.signIn(admin)
    await other.call(sessionRoutes.signOut, { token: answer.token })
    other.authorization.grant(answer.token)
    await expect(other.renew()).rejects.toMatchObject({ status: 401 })
  })

  describe('if the server did the work and its answer is lost', () => {
    const operator = { ...admin, email: 'operador@guarita.demo' }
    /** Number of the person's sessions, and of the records of their beginnings and ends. */
    const effects = async () => {
      const counts = `select (select count(*)::int from sessions where user_id = 'user-operador') as sessions,
        (select count(*)::int from evidence where kind in ('session.begun', 'session.ended')
          and record::jsonb -> 'subject' ->> 'person' = 'user-operador') as records`
      const [row] = await backend.database.query(counts, [], v.object({ sessions: v.number(), records: v.number() }))
      return row ?? { sessions: 0, records: 0 }
    }
    const lost = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const { fetch } = globalThis
      vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
        await fetch(...request)
        throw new TypeError('the answer is lost')
      })
      return work().finally(() => vi.unstubAllGlobals())
    }

    test('a repeated sign-in begins no second session, and a sign-in after a success begins a new one', async () => {
      const { signIn } = apisOn(backend.url)
      const before = await effects()
      await expect(lost(() => signIn(operator))).rejects.toThrow('O servidor não respondeu')
      const answer = await signIn(operator)
      expect(await effects()).toEqual({ sessions: before.sessions + 1, records: before.records + 1 })
      expect((await signIn(operator)).token).not.toBe(answer.token)
      expect(await effects()).toEqual({ sessions: before.sessions + 2, records: before.records + 2 })
    })

    test('a sign-in with other content gets another key', async () => {
      const { signIn } = apisOn(backend.url)
      // This test has its own person, because the key of a lost attempt is the same in every tab for ten minutes.
      const auditor = { ...admin, email: 'auditor@guarita.demo' }
      await expect(lost(() => signIn(auditor))).rejects.toThrow('O servidor não respondeu')
      await expect(signIn({ ...auditor, remember: true })).resolves.toHaveProperty('token')
    })

    test('a renewal keeps the token valid, and its repetition renews the same session', async () => {
      const { signIn, renew, authorization } = apisOn(backend.url)
      authorization.grant((await signIn(operator)).token)
      const before = await effects()
      expect(await lost(renew)).toEqual({ kind: 'unanswered' })
      expect(await renew()).toMatchObject({ kind: 'renewed', lifetimeMs: 60 * minuteMs })
      expect(await effects()).toEqual(before)
    })

    test('a repeated sign-out gets 401, makes no second record, and locks nobody out', async () => {
      const { signIn, call } = apisOn(backend.url)
      const { token } = await signIn(operator)
      const before = await effects()
      const signOut = () => call(sessionRoutes.signOut, { token })
      const ended = { sessions: before.sessions - 1, records: before.records + 1 }
      expect(await lost(signOut)).toMatchObject({ ok: false, status: null })
      expect(await effects()).toEqual(ended)
      expect(await signOut()).toMatchObject({ ok: false, status: 401 })
      expect(await effects()).toEqual(ended)
      await expect(signIn(operator)).resolves.toHaveProperty('token')
    })
  })

  test('the condominiums of the user are loaded by user, and by ids in chunks', async () => {
    const all = await apis.condominiums(userId)
    expect(all).toHaveLength(12)
    const ids = all.map(({ id }) => id)
    const many = [...Array(100).keys()].map((index) => `unknown-${index}`)
    expect((await listCondominiums(apis.call, [...ids, ...many])).map(({ id }) => id).toSorted()).toEqual(
      ids.toSorted(),
    )
  })

  test('the last events are loaded with their time', async () => {
    const lastEvents = await loadLastEvents(apis.call, signal)
    expect(lastEvents.length).toBeGreaterThan(0)
    for (const { at } of lastEvents) expect(at).toBeLessThanOrEqual(Date.now())
  })

  test('the history of a condominium is loaded newest first', async () => {
    const [condominium] = await apis.condominiums(userId)
    const condominiumId = condominium?.id ?? ''
    const first = await backend.emitGateEvent({ condominiumId })
    const second = await backend.emitGateEvent({ condominiumId })
    const history = await loadNewestEvents(apis.call, { condominiumId, limit: 2 }, signal)
    expect(history.map(({ id }) => id)).toEqual([second.id, first.id])
  })

  test('the port tests are loaded, made by real connections', async () => {
    const portTests = dataOf(await apis.call(eventRoutes.portTests, {}))
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

  test('an invalid item is left out and logged, and the list is kept', async () => {
    const good = { id: 'a', name: 'Edifício <b>Água</b>', wordCode: 'A-1', customersId: 'c' }
    server.answer((_, response) => json(response, 200, { result: [good, { id: 7 }, null, { id: 'b', name: '  ' }] }))
    expect(await apis.condominiums('u')).toEqual([good])
    expect(apis.log.messages).toEqual(['Resposta inesperada do servidor em GET /condominium/by-user.'])
  })

  test('a sign-in without an answer fails with instructions for the person', async () => {
    server.answer((_, response) => response.destroy())
    const refused = apis.signIn({ email: 'a', password: 'b', remember: true })
    await expect(refused).rejects.toThrow('O servidor não respondeu. Tente novamente em instantes.')
  })

  test('a server without a list of all events returns no newest events', async () => {
    server.answer((_, response) => json(response, 404, { error: true, message: 'Não encontrado.' }))
    expect(await loadNewestEvents(apis.call, { condominiumId: null, limit: 5 }, signal)).toEqual([])
    await expect(loadNewestEvents(apis.call, { condominiumId: 'c', limit: 5 }, signal)).rejects.toThrow('Não')
  })

  test.each<[string, number, unknown, object]>([
    [
      'expiresIn counts from the answer with any clock',
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
    ['without both fields it means an hour', 200, {}, { lifetimeMs: 60 * minuteMs }],
    [
      'contains the current data of the person (ACC-2)',
      200,
      { expiresIn: 60, user: { userId: 'u', customersId: 'c', permissions: ['users:write'] } },
      { user: { userId: 'u', permissions: ['users:write'] } },
    ],
    ['404 counts as unanswered', 404, { error: true }, { kind: 'unanswered' }],
  ])('the answer to a renewal: %s', async (_, status, body, expected) => {
    server.answer((_request, response) => json(response, status, body))
    expect(await apisOn(server.url, () => 0).renew()).toMatchObject(expected)
  })
})

describe('a list of condominiums by ids (spec §7, HTTP-6)', () => {
  let server: ScriptedServer
  const condominium = { id: 'c 1', name: 'Solar', wordCode: 'SOLAR-01', customersId: 'x' }

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())

  test('a list of 250 ids is requested in three requests (CON-1)', async () => {
    server.seen.length = 0
    server.answer((_, response) => json(response, 200, { result: [condominium] }))
    const ids = [...Array(250).keys()].map(String)
    expect(await listCondominiums(apisOn(server.url).call, ids)).toHaveLength(3)
    expect(
      server.seen.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('condominiumsId')?.split(',').length),
    ).toEqual([100, 100, 50])
  })
})
