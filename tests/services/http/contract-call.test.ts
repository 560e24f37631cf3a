import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Route } from '../../../contract/wire/route.ts'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { sessionRoutes } from '../../../contract/wire/routes/session.ts'
import { routes } from '../../../contract/wire/routes.ts'
import { parseLists } from '../../../src/services/http/answer-lists.ts'
import { CallError, dataOf } from '../../../src/services/http/call-result.ts'
import { type ContractCall, createCall } from '../../../src/services/http/contract-call.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'
import { sampleOf } from './schema-samples.ts'

const named = Object.values(routes).flatMap((topic): [string, Route][] => Object.entries(topic))
const unexpected = 'O servidor respondeu algo inesperado. Tente novamente.'
const oddId = 'a/b?ç d'

let server: ScriptedServer

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
})

/** Calls any route, without the types of a single route. */
type AnyCall = (route: Route, options: object) => ReturnType<ContractCall>

function calling() {
  const log = recordingLog()
  return { log, call: createCall(httpTo(server.url, 'token-1'), log) as unknown as AnyCall }
}

/** Options of a caller for a route, with an odd id for each parameter of its path. */
function optionsFor(route: Route) {
  const { path, query, body, idempotent, requestHeaders = [] } = route
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  return {
    params: Object.fromEntries(names.map((name) => [name, oddId])),
    ...(query && { query: { text: 'x & y', none: null, empty: '' } }),
    ...(body && body !== 'spreadsheet' && { body: { field: 'ação' } }),
    ...(requestHeaders.includes('If-Match') && { ifMatch: '"7"' }),
    ...(idempotent === 'by key' && { idempotencyKey: 'key-1' }),
  }
}

test('route names are unique in the whole contract', () => {
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length)
})

describe.each(named)('%s', (_, route) => {
  const answer = route.answer && sampleOf(route.answer)

  test('the call sends the request of the contract, and its answer is validated', async () => {
    server.answer((_request, response) =>
      answer === undefined ? void response.writeHead(204).end() : json(response, route.status, answer),
    )
    const { call, log } = calling()
    const result = await call(route, optionsFor(route))
    expect(dataOf(result)).toEqual(route.answer && v.parse(route.answer, answer))
    expect(log.messages).toEqual([])
    const [request] = server.seen
    const path = route.path.replaceAll(/:\w+/g, encodeURIComponent(oddId))
    expect(`${request?.method} ${request?.url}`).toBe(
      `${route.method} /rest${path}${route.query ? '?text=x+%26+y' : ''}`,
    )
    const hasBody = route.body !== undefined && route.body !== 'spreadsheet'
    expect(request?.body).toBe(hasBody ? '{"field":"ação"}' : '')
    expect(request?.headers['if-match']).toBe(route.requestHeaders?.includes('If-Match') ? '"7"' : undefined)
    expect(request?.headers['idempotency-key']).toBe(route.idempotent === 'by key' ? 'key-1' : undefined)
    expect(request?.headers.authorization).toBe(route.access === 'everybody' ? undefined : 'Bearer token-1')
  })

  test('a page instead of the answer is a failure with a text for a person, and is logged', async () => {
    server.answer((_request, response) => html(response, 200))
    const { call, log } = calling()
    const result = await call(route, optionsFor(route))
    expect(result).toMatchObject({ ok: false, status: null, isUnexpected: true })
    expect(() => dataOf(result)).toThrow(unexpected)
    expect(log.messages).toEqual([`Resposta inesperada do servidor em ${route.method} ${route.path}.`])
  })

  test.each(Object.keys(route.errors).map(Number))('a %i gets the body of the contract', async (status) => {
    const schema = new Map(Object.entries(route.errorBodies ?? {})).get(String(status))
    const body = schema ? sampleOf(schema) : { error: true, message: 'Não.', more: 1 }
    server.answer((_request, response) => json(response, status, body, { 'retry-after': '30' }))
    const result = await calling().call(route, { ...optionsFor(route), token: 'other' })
    expect(result).toMatchObject({ ok: false, named: status, status, data: schema ? v.parse(schema, body) : body })
    const { message } = body as { message: string }
    expect(() => dataOf(result)).toThrow(new CallError(message, status, 30))
  })
})

/** spec §7: each call that the specification names, by its route in the contract (HTTP-6). */
test.each([
  ['condominiums', 'GET /condominium'],
  ['condominium', 'GET /condominium/by-id/:id'],
  ['cep', 'GET /condominium/cep'],
  ['condominiumsOfUser', 'GET /condominium/by-user'],
  ['createCondominium', 'POST /condominium'],
  ['changeCondominium', 'PUT /condominium/:id'],
  ['deleteCondominium', 'DELETE /condominium/:id'],
  ['askDevice', 'GET /device/:userId/:wordCode'],
  ['devices', 'GET /device'],
  ['device', 'GET /device/:wordCode'],
  ['createDevice', 'POST /device/:condominiumId/:userId/:wordCode'],
  ['restartDevice', 'POST /device/restart/:wordCode'],
  ['activateDevice', 'POST /device/activate/:userId/:wordCode'],
  ['changeDevice', 'PUT /device/:userId/:wordCode'],
  ['deleteDevice', 'DELETE /device/:userId/:wordCode'],
  ['deleteDeviceFromPool', 'DELETE /device/pool/:wordCode'],
  ['deleteDeviceFromDatabase', 'DELETE /device/database/:wordCode'],
  ['deviceHealth', 'GET /api/health/device/:wordCode'],
  ['resetHealth', 'POST /api/health/device/:wordCode/reset'],
  ['health', 'GET /api/health'],
  ['healthDetails', 'GET /api/health/detailed'],
  ['healthStats', 'GET /api/health/stats'],
  ['cleanUpHealth', 'POST /api/health/cleanup'],
  ['portTests', 'GET /port-tests'],
  ['lastEvents', 'GET /events/last-events'],
  ['notifications', 'GET /notifications/list'],
  ['markRead', 'POST /notifications/mark-read'],
  ['deleteNotification', 'DELETE /notifications/:id'],
  ['importDevices', 'POST /import/:type/:condominiumId/:userId'],
  ['servedVersion', 'GET /version.json'],
])('the route %s is %s as in the specification (spec §7)', (name, expected) => {
  const { method, path } = new Map(named).get(name) ?? {}
  expect(`${method} ${path}`).toBe(expected)
})

describe('every route', () => {
  const call = () => createCall(httpTo(server.url, 'token-1'), recordingLog())

  test("leaves an error with another body than the contract's unnamed", async () => {
    server.answer((_, response) => json(response, 409, { error: true, message: 'Ana já está cuidando.' }))
    const result = await call()(incidentRoutes.incidentAction, { params: { id: 'i1' }, body: { deed: 'claim' } })
    expect(result).toMatchObject({ ok: false, status: 409 })
    expect(result?.named).toBeUndefined()
  })

  test('gives an error without JSON a text for people that fits its status', async () => {
    server.answer((_, response) => html(response, 502))
    const result = await call()(incidentRoutes.openIncidents, {})
    expect(() => dataOf(result)).toThrow('O servidor não conseguiu responder. Tente novamente em instantes.')
  })

  test('sends no If-Match for a record without a version', async () => {
    server.answer((_, response) => json(response, 200, {}))
    await calling().call(
      {
        base: 'api',
        method: 'PUT',
        path: '/x',
        access: 'signedIn',
        records: { none: '' },
        idempotent: 'naturally',
        summary: '',
        status: 204,
        errors: {},
      },
      { ifMatch: null },
    )
    expect(server.seen[0]?.headers).not.toHaveProperty('if-match')
  })

  test('sends the token of another session if it is given, and returns its 401 as an answer', async () => {
    server.answer((_, response) => json(response, 401, { error: true, message: 'Sua sessão não é válida.' }))
    expect(await call()(sessionRoutes.signOut, { token: 'other' })).toMatchObject({ status: 401 })
    expect(server.seen[0]?.headers.authorization).toBe('Bearer other')
    expect(await call()(sessionRoutes.signOut, {})).toBeUndefined()
  })

  test('accepts any body if the route has no answer, except a page', async () => {
    server.answer((_, response) => json(response, 200, { ok: true }))
    expect(dataOf(await call()(deviceRoutes.deleteDevice, { params: { userId: 'u', wordCode: 'A' } }))).toBeUndefined()
  })

  test('rejects an aborted call', async () => {
    const aborted = call()(deviceRoutes.devices, { signal: AbortSignal.abort(), parse: parseLists })
    await expect(aborted).rejects.toThrow()
  })
})
