import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHealthApi, type HealthApi } from '../../../src/services/health/health-api.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const { signal } = new AbortController()
let server: ScriptedServer
let api: HealthApi
let log: ReturnType<typeof recordingLog>

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
  log = recordingLog()
  const http = httpTo(server.url)
  api = createHealthApi(http, log)
})

const seen = {
  wordCode: 'A 1',
  status: 'offline',
  failureCount: 2,
  lastFailureTime: '1970-01-01T00:00:01Z',
  state: 'CLOSED',
  isAvailable: true,
  latencyMs: null,
  checkedAt: '1970-01-01T00:00:02.500Z',
}
const seenParsed = { ...seen, lastFailureTime: 1_000, checkedAt: 2_500 }
const overview = { status: 'ok', uptimeS: 60, version: '1' }
const detailed = {
  status: 'degraded',
  devices: { total: 3, online: 2, offline: 1 },
  db: { ok: true, latencyMs: 1 },
  sockets: 4,
  memoryUsage: 5,
}
const stats = { totalRequests: 3, successfulRequests: 2, failedRequests: 1, averageResponseTime: 1.5, perDevice: [] }
const cleaned = { removed: 7, lastCleanup: '1970-01-01T00:00:01Z' }

/** HEA-1 and the health calls of HTTP-6. */
test.each<[string, unknown, unknown, string, () => Promise<unknown>]>([
  ['GET /rest/api/health', overview, overview, '', () => api.overview(signal)],
  ['GET /rest/api/health/device/A%201', seen, seenParsed, '', () => api.device('A 1', signal)],
  ['POST /rest/api/health/device/A%201/reset', seen, seenParsed, '{"reason":"r"}', () => api.reset('A 1', 'r', signal)],
  ['POST /rest/api/health/device/A%201/reset', seen, seenParsed, '{}', () => api.reset('A 1', '', signal)],
  ['GET /rest/api/health/detailed', detailed, detailed, '', () => api.detailed(signal)],
  ['GET /rest/api/health/stats', stats, stats, '', () => api.stats(signal)],
  ['POST /rest/api/health/cleanup', cleaned, { removed: 7, lastCleanup: 1_000 }, '', () => api.cleanup(signal)],
])('%s', async (expected, answer, data, body, call) => {
  server.answer((_, response) => json(response, 200, answer))
  expect(await call()).toEqual(data)
  expect(server.seen[0]).toMatchObject({ body })
  expect(`${server.seen[0]?.method} ${server.seen[0]?.url}`).toBe(expected)
})

test('what the server does not know is null', async () => {
  const { lastFailureTime: _, latencyMs: __, ...rest } = seen
  server.answer((_request, response) => json(response, 200, { ...rest, checkedAt: 'ontem' }))
  expect(await api.device('A', signal)).toMatchObject({ lastFailureTime: null, latencyMs: null, checkedAt: null })
})

test('a broken device is dropped from the stats, not the stats', async () => {
  const good = { wordCode: 'A', online: true, latencyMs: 3 }
  server.answer((_, response) => json(response, 200, { ...stats, perDevice: [{ wordCode: 'B' }, good] }))
  expect((await api.stats(signal)).perDevice).toEqual([{ ...good, lastContactAt: null }])
  expect(log.messages).toHaveLength(1)
})

test('a refusal throws the text of the server', async () => {
  server.answer((_, response) => json(response, 403, { error: true, message: 'Sem permissão.' }))
  await expect(api.reset('A', '', signal)).rejects.toMatchObject({ name: 'CallError', message: 'Sem permissão.' })
})

test('a page in place of an overview throws', async () => {
  server.answer((_, response) => html(response, 200))
  await expect(api.overview(signal)).rejects.toMatchObject({ name: 'CallError' })
})
