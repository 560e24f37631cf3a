import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { auditDelivery, type DeliverAudit } from '../../../src/services/audit/audit-api.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const { signal } = new AbortController()
let server: ScriptedServer
let deliver: DeliverAudit

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
  deliver = auditDelivery(createCall(httpTo(server.url), recordingLog()))
})

test('records are sent with condominium and user in the path', async () => {
  server.answer((_, response) => json(response, 200, { accepted: ['id-1'] }))
  expect(await deliver('c/1', 'u 1', [record], signal)).toEqual({ kind: 'accepted', ids: ['id-1'] })
  expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/rest/device-audit/c%2F1/u%201' })
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ records: [record] })
})

test('an answer with an unreadable id accepts no records, so that they are sent again', async () => {
  server.answer((_, response) => json(response, 200, { accepted: ['id-1', 7] }))
  await expect(deliver('c', 'u', [record], signal)).rejects.toMatchObject({ name: 'CallError', status: null })
})

test('the page of a captive portal accepts no records', async () => {
  server.answer((_, response) => html(response, 200))
  await expect(deliver('c', 'u', [record], signal)).rejects.toMatchObject({ name: 'CallError', status: null })
})

test("a 422 of the contract refuses the records with the server's text", async () => {
  server.answer((_, response) => json(response, 422, { error: true, message: 'Registro inválido.' }))
  expect(await deliver('c', 'u', [record], signal)).toEqual({ kind: 'refused', message: 'Registro inválido.' })
})

test.each([
  ['a page', (response: ServerResponse) => html(response, 422)],
  ['another body', (response: ServerResponse) => json(response, 422, { message: 'Unprocessable' })],
  ['a body without a text', (response: ServerResponse) => json(response, 422, { error: true })],
  ['nothing', (response: ServerResponse) => void response.writeHead(422).end()],
])('a 422 from a gateway with %s is an error and not a refusal (EVI-8)', async (_, answer) => {
  server.answer((_request, response) => answer(response))
  await expect(deliver('c', 'u', [record], signal)).rejects.toMatchObject({ name: 'CallError', status: 422 })
})

test.each([400, 403, 404, 413])('a %i is an error and not a refusal, with any body (EVI-8)', async (status) => {
  server.answer((_, response) => json(response, status, { error: true, message: 'Não encontrado.' }))
  await expect(deliver('c', 'u', [record], signal)).rejects.toMatchObject({ name: 'CallError', status })
})
