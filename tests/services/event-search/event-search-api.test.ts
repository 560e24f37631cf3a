import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEventSearchApi } from '../../../src/services/event-search/event-search-api.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const { signal } = new AbortController()
let server: ScriptedServer

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
})

test('a page of events is asked by its filter; a bad one of them is dropped (PAGE-3, HTTP-7)', async () => {
  const at = '2026-01-02T03:04:05Z'
  const event = { id: '7', condominiumId: 'c1', kind: 'intercom', at }
  server.answer((_request, response) => json(response, 200, { result: [event, { id: 8 }], nextCursor: 'n' }))
  const log = recordingLog()
  const api = createEventSearchApi(httpTo(server.url), log)
  const page = await api.search({ kind: 'intercom', from: at, limit: 2, cursor: '' }, signal)
  const filledIn = { condominiumName: '', deviceName: '', wordCode: '', ip: '', description: '' }
  expect(page).toEqual({ events: [{ ...event, ...filledIn }], nextCursor: 'n' })
  expect(log.messages).toEqual(['Item inválido ignorado em eventos.'])
  expect(decodeURIComponent(server.seen[0]?.url ?? '')).toBe(`/rest/events?kind=intercom&from=${at}&limit=2`)
})

test('a refusal carries its status', async () => {
  server.answer((_, response) => json(response, 403, { error: true, message: 'Não é seu.' }))
  const api = createEventSearchApi(httpTo(server.url), recordingLog())
  await expect(api.search({}, signal)).rejects.toMatchObject({ name: 'CallError', status: 403 })
})
