import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { type AuditApi, createAuditApi } from '../../../src/services/audit/audit-api.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const { signal } = new AbortController()
let server: ScriptedServer
let api: AuditApi
let log: ReturnType<typeof recordingLog>

const record: AuditRecord = {
  id: 'id-1',
  sequence: 1,
  at: '2026-01-02T03:04:05Z',
  wordCode: 'A',
  condominiumId: 'c/1',
  userId: 'u 1',
  kind: 'transition',
  from: 'CLOSED',
  to: 'OPEN',
  cause: 'threshold',
  failureCount: 5,
  panelVersion: '1',
}

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
  log = recordingLog()
  const http = httpTo(server.url)
  api = createAuditApi(http, log)
})

test('records are handed over under condominium and user', async () => {
  server.answer((_, response) => json(response, 200, { accepted: ['id-1', 7] }))
  expect(await api.deliver('c/1', 'u 1', [record], signal)).toEqual({ kind: 'accepted', ids: ['id-1'] })
  expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/rest/device-audit/c%2F1/u%201' })
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ records: [record] })
})

test('a captive portal has accepted nothing', async () => {
  server.answer((_, response) => html(response, 200))
  await expect(api.deliver('c', 'u', [record], signal)).rejects.toMatchObject({ name: 'CallError', status: null })
})

test('a refusal is the server’s own word on the records', async () => {
  server.answer((_, response) => json(response, 422, { error: true, message: 'Registro inválido.' }))
  expect(await api.deliver('c', 'u', [record], signal)).toEqual({ kind: 'refused', message: 'Registro inválido.' })
})

test.each([
  ['a page', (response: ServerResponse) => html(response, 422)],
  ['another body', (response: ServerResponse) => json(response, 422, { message: 'Unprocessable' })],
  ['a body without a text', (response: ServerResponse) => json(response, 422, { error: true })],
  ['nothing', (response: ServerResponse) => void response.writeHead(422).end()],
])('a gateway’s 422 with %s is none (EVI-8)', async (_, answer) => {
  server.answer((_request, response) => answer(response))
  await expect(api.deliver('c', 'u', [record], signal)).rejects.toMatchObject({ name: 'CallError', status: 422 })
})

test.each([400, 403, 404, 413])('nor is a %i, whatever its body (EVI-8)', async (status) => {
  server.answer((_, response) => json(response, status, { error: true, message: 'Não encontrado.' }))
  await expect(api.deliver('c', 'u', [record], signal)).rejects.toMatchObject({ name: 'CallError', status })
})

test('a page of records is asked by its filter, absent fields as null or not at all', async () => {
  const { failureCount: _, ...rest } = record
  const answer = { result: [{ ...rest, reason: null, retryAt: null }, { id: 7 }], nextCursor: 'n' }
  server.answer((_request, response) => json(response, 200, answer))
  const page = await api.list({ wordCode: 'A', kind: 'transition', from: record.at, limit: 2, cursor: 'm' }, signal)
  expect(page).toEqual({ records: [rest], nextCursor: 'n' })
  expect(log.messages).toEqual(['Item inválido ignorado em auditoria.'])
  expect(decodeURIComponent(server.seen[0]?.url ?? '')).toBe(
    `/rest/device-audit?wordCode=A&kind=transition&from=${record.at}&limit=2&cursor=m`,
  )
})
