import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { createDeviceCall, deviceTimeoutMs, listDevices } from '../../../src/services/devices/device-control-api.ts'
import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { createHttpClient } from '../../../src/services/http/http-client.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

let server: ScriptedServer
const unauthorized: string[] = []
const device = {
  wordCode: 'SOLAR-01',
  name: 'Portão',
  model: 'iDFace',
  ip: '10.0.0.7',
  port: 9001,
  condominiumId: 'c1',
  active: true,
  status: 'online',
  lastContactAt: '2026-01-02T03:04:05Z',
  latencyMs: 12,
} as const

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
  unauthorized.length = 0
})

function apiWith(options?: { timeoutMs?: number; now?: () => number }) {
  const log = recordingLog()
  const completed: boolean[] = []
  const authorization = createAuthorization()
  authorization.grant('token-1')
  const http = createHttpClient({
    baseUrl: `${server.url}/device-control`,
    authorization,
    xsrfToken: () => undefined,
    pageUrl: server.url,
    onUnauthorized: (token) => unauthorized.push(token),
    onCompleted: ({ status }) => completed.push(status !== null && status < 400),
  })
  const call = createDeviceCall(http, log, options)
  const api = {
    ask: (userId: string, wordCode: string, { signal }: { signal?: AbortSignal } = {}) =>
      call(deviceRoutes.askDevice, { params: { userId, wordCode }, signal }),
    byWordCode: (wordCode: string) => call(deviceRoutes.device, { params: { wordCode } }),
    find: (wordCode: string) => call(deviceRoutes.devices, { query: { wordCode } }),
    restart: (wordCode: string) => call(deviceRoutes.restartDevice, { params: { wordCode } }),
    deleteFromPool: (wordCode: string) => call(deviceRoutes.deleteDeviceFromPool, { params: { wordCode } }),
    list: () => listDevices(call, {}, new AbortController().signal),
  }
  return { api, log, completed }
}

describe('a call without a device (spec §5)', () => {
  test.each(['', '.', '..'])('with the wordCode %j is refused without a request', async (wordCode) => {
    const { api } = apiWith()
    expect(await api.byWordCode(wordCode)).toEqual({
      kind: 'rejected',
      status: 400,
      message: 'WordCode not found.',
      fields: {},
    })
    expect(await api.find(wordCode)).toMatchObject({ kind: 'rejected', status: 400 })
    expect(await api.deleteFromPool(wordCode)).toMatchObject({ message: 'WordCode not found for device deletion.' })
    expect(server.seen).toEqual([])
  })
})

describe('the meaning of an answer for the device (DEV-3)', () => {
  const answerTo = async (status: number, body: unknown, headers = {}, now = () => 0) => {
    server.answer((_, response) => json(response, status, body, headers))
    return apiWith({ now }).api.byWordCode('A')
  }

  test.each([400, 403, 404, 409, 413, 422, 451])('%i rejects the request', async (status) => {
    expect(await answerTo(status, { error: true, message: 'Não.', fields: { port: 'Inválida' } })).toEqual({
      kind: 'rejected',
      status,
      message: 'Não.',
      fields: { port: 'Inválida' },
    })
  })

  test('412 rejects the request with the current record, if the server sends one', async () => {
    const current = {
      wordCode: 'A',
      name: 'Leitor',
      port: 80,
      condominiumId: 'c1',
      active: true,
      status: 'online',
      etag: '"2"',
    }
    expect(await answerTo(412, { error: true, message: 'Mudou.', current })).toMatchObject({
      kind: 'rejected',
      status: 412,
      current,
    })
    expect(await answerTo(412, { error: true, message: 'Mudou.', current: 'nada' })).not.toHaveProperty('current')
  })

  test('the result of a 404 contains whether the device was deleted, if the service states it (DEV-5)', async () => {
    const body = { error: true, message: 'Já foi excluído.' }
    expect(await answerTo(404, { ...body, gone: true })).toMatchObject({ kind: 'rejected', gone: true })
    expect(await answerTo(404, { ...body, gone: false })).toMatchObject({ kind: 'rejected', gone: false })
    expect(await answerTo(404, body)).not.toHaveProperty('gone')
    expect(await answerTo(404, { ...body, gone: 'sim' })).not.toHaveProperty('gone')
  })

  test.each([408, 429, 500, 502, 503, 504, 599])('%i counts against the device', async (status) => {
    expect(await answerTo(status, { error: true, message: 'Fora do ar.' })).toEqual({
      kind: 'failed',
      failure: 'status',
      status,
      message: 'Fora do ar.',
      retryAfterMs: null,
    })
  })

  test.each([
    ['refused', { cause: 'refused' }],
    ['bruxaria', {}],
  ])('a known cause of a missing device answer is kept: %s (PAGE-4)', async (cause, expected) => {
    const answer = await answerTo(502, { error: true, message: 'Recusou.', cause })
    expect(answer).toEqual({
      kind: 'failed',
      failure: 'status',
      status: 502,
      message: 'Recusou.',
      retryAfterMs: null,
      ...expected,
    })
  })

  test.each([
    [{ notAsked: true }, false, 'não foi consultado'],
    [{ notHeard: true }, true, 'não ouviu a resposta'],
    [{ notAsked: true, notHeard: true }, false, 'não foi consultado'],
  ])('a busy server does not count against the device: %j (SCA-4)', async (body, wasSent, words) => {
    expect(await answerTo(503, { error: true, ...body }, { 'retry-after': '2' })).toEqual({
      kind: 'notAsked',
      wasSent,
      message: expect.stringContaining(words),
      retryAfterMs: 2_000,
    })
    const expected = await answerTo(503, { error: true, message: 'Estamos cheios.', ...body })
    expect(expected).toMatchObject({ kind: 'notAsked', message: 'Estamos cheios.', retryAfterMs: null })
  })

  test('a busy server is recognized only by the exact fields and the status 503', async () => {
    expect(await answerTo(503, { error: true, message: 'Não.', notAsked: 'talvez' })).toMatchObject({ kind: 'failed' })
    expect(await answerTo(404, { error: true, message: 'Não.', notAsked: true })).toMatchObject({ kind: 'rejected' })
  })

  test('no response counts against the device', async () => {
    server.answer((_, response) => response.destroy())
    expect(await apiWith().api.byWordCode('A')).toEqual({
      kind: 'failed',
      failure: 'noResponse',
      status: null,
      message: 'Sem resposta do serviço de dispositivos. Verifique a conexão e tente novamente.',
      retryAfterMs: null,
    })
  })

  test('a 401 only ends the session (SES-5)', async () => {
    expect(await answerTo(401, { error: true, message: 'Entre.' })).toEqual({ kind: 'unauthorized' })
    expect(unauthorized).toEqual(['token-1'])
  })

  test.each<[string, number]>([
    ['7', 7_000],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:01:30 GMT', 90_000],
    ['Wed, 31 Dec 1969 23:59:00 GMT', 0],
  ])('Retry-After %s asks for %i ms', async (value, expected) => {
    const answer = await answerTo(503, {}, { 'retry-after': value, date: 'Thu, 01 Jan 1970 00:00:00 GMT' })
    expect(answer).toMatchObject({ kind: 'failed', retryAfterMs: expected })
  })

  test('a Retry-After date counts from the clock of the server that sent it', async () => {
    const headers = { 'retry-after': 'Thu, 01 Jan 1970 00:01:30 GMT', date: 'Thu, 01 Jan 1970 00:01:00 GMT' }
    expect(await answerTo(429, {}, headers, () => 9_000_000)).toMatchObject({ retryAfterMs: 30_000 })
  })

  test.each(['-5', '1.5', 'amanhã', '', '2030-01-01'])('Retry-After %j asks for no wait', async (value) => {
    server.answer((_, response) =>
      response.writeHead(503, { 'retry-after': Buffer.from(value).toString('latin1') }).end(),
    )
    expect(await apiWith().api.byWordCode('A')).toMatchObject({ kind: 'failed', retryAfterMs: null })
  })

  test.each([
    [502, 'failed', 'não conseguiu responder'],
    [403, 'rejected', 'não aceitou o pedido'],
  ])('an error page with %i gets a text of the panel', async (status, kind, words) => {
    server.answer((_, response) => html(response, status))
    const answer = await apiWith().api.byWordCode('A')
    expect(answer).toMatchObject({ kind, message: expect.stringContaining(words) })
  })

  test.each<[unknown]>([[{ message: 7, fields: ['x'] }], [null], [[]], ['não']])(
    'the error body %j causes no exception',
    async (body) => {
      expect(await answerTo(422, body)).toMatchObject({ kind: 'rejected', fields: {} })
    },
  )
})

describe('invalid bodies (HTTP-7)', () => {
  test('a page instead of a device is rejected and logged, and does not count against the device', async () => {
    server.answer((_, response) => html(response, 200))
    const { api, log } = apiWith()
    expect(await api.ask('u', 'A')).toEqual({
      kind: 'rejected',
      status: 200,
      message: 'O servidor respondeu algo inesperado. Tente novamente.',
      fields: {},
    })
    expect(log.messages).toHaveLength(1)
  })

  test('a page instead of an acknowledgement is rejected', async () => {
    server.answer((_, response) => html(response, 200))
    expect(await apiWith().api.deleteFromPool('A')).toMatchObject({ kind: 'rejected', status: 200 })
  })

  test.each([202, 204])('an empty %i is an acknowledgement', async (status) => {
    server.answer((_, response) => response.writeHead(status).end())
    expect(await apiWith().api.restart('A')).toEqual({ kind: 'answered', data: undefined })
  })

  test('an invalid device without a code is left out of a list, and the list is kept', async () => {
    server.answer((_, response) => json(response, 200, { result: [null, { ...device, wordCode: '' }, device] }))
    const { api, log } = apiWith()
    expect(await api.list()).toEqual({ kind: 'answered', data: { devices: [device], nextCursor: null } })
    expect(log.messages).toEqual(['Resposta inesperada do servidor em GET /device.'])
  })
})

describe('time-out and cancellation', () => {
  test('the time-out has the value of the specification (spec §9)', () => {
    expect(deviceTimeoutMs).toBe(90_000)
  })

  test.each([
    ['without', undefined],
    ['with', new AbortController().signal],
  ])('a call without an answer fails by time-out, %s a signal of the caller', async (_, signal) => {
    server.answer(() => {})
    const { api, completed } = apiWith({ timeoutMs: 40 })
    expect(await api.ask('u', 'A', signal && { signal })).toEqual({
      kind: 'failed',
      failure: 'timeout',
      status: null,
      message: 'O serviço de dispositivos demorou demais para responder. Tente novamente em instantes.',
      retryAfterMs: null,
    })
    expect(completed).toEqual([false])
  })

  test('a body that never ends fails by time-out', async () => {
    server.answer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'))
    expect(await apiWith({ timeoutMs: 40 }).api.ask('u', 'A')).toMatchObject({ failure: 'timeout' })
  })

  test("a cancelled call rejects with the caller's reason, and is not counted", async () => {
    const cancelling = new AbortController()
    server.answer(() => cancelling.abort('página fechada'))
    const { api, completed } = apiWith()
    await expect(api.ask('u', 'A', { signal: cancelling.signal })).rejects.toBe('página fechada')
    expect(completed).toEqual([])
  })

  test('a call cancelled before its start is not sent', async () => {
    await expect(apiWith().api.ask('u', 'A', { signal: AbortSignal.abort('tarde') })).rejects.toBe('tarde')
    expect(server.seen).toEqual([])
  })

  test('no timer stays after its call', async () => {
    const started = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    server.answer((_, response) => json(response, 200, device))
    await apiWith({ timeoutMs: 54_321 }).api.byWordCode('A')
    const index = started.mock.calls.findIndex(([, delayMs]) => delayMs === 54_321)
    expect(cleared).toHaveBeenCalledWith(started.mock.results[index]?.value)
    vi.restoreAllMocks()
  })
})
