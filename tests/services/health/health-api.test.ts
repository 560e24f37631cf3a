import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDeviceHealth } from '../../../src/services/health/health-api.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const { signal } = new AbortController()
let server: ScriptedServer

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())

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
const load = () => loadDeviceHealth(createCall(httpTo(server.url), recordingLog()), 'A 1', signal)

test('the times of a device are milliseconds since the epoch (HEA-1)', async () => {
  server.answer((_, response) => json(response, 200, seen))
  expect(await load()).toEqual({ ...seen, lastFailureTime: 1_000, checkedAt: 2_500 })
})

test('a time that the server does not know is null', async () => {
  const { lastFailureTime: _, latencyMs: __, ...rest } = seen
  server.answer((_request, response) => json(response, 200, { ...rest, checkedAt: 'ontem' }))
  expect(await load()).toMatchObject({ lastFailureTime: null, latencyMs: null, checkedAt: null })
})
