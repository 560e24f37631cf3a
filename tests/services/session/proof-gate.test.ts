import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { peopleRoutes } from '../../../contract/wire/routes/people.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import { withWriteKeys } from '../../../src/services/http/write-keys.ts'
import { createProofGate, withProof } from '../../../src/services/session/proof-gate.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
})

const missing = { error: true, message: 'Confirme que é você.', reauthenticate: true }
const link = { token: 'segredo', until: '2026-03-02T08:00:00.000Z' }

function calling(gate = createProofGate()) {
  const call = createCall(withProof(withWriteKeys(httpTo(server.url, 'token-1')), gate), recordingLog())
  return { gate, make: () => call(peopleRoutes.makeLink, { params: { id: 'p1' } }) }
}

const keysSeen = () => server.seen.map(({ headers }) => headers['idempotency-key'])

test('a call that needs the password is repeated with the same key after the person enters the password (ACC-4)', async () => {
  const { gate, make } = calling()
  const leave = gate.listen(() => gate.answer(true))
  server.answer((_, response) => {
    if (server.seen.length === 1) json(response, 403, missing)
    else json(response, 200, link)
  })
  expect(await make()).toMatchObject({ ok: true, data: link })
  expect(keysSeen()).toEqual([expect.any(String), keysSeen()[0]])
  leave()
})

test.each([
  ['the person declines', true],
  ['no dialog listens', false],
])('a call that needs the password is refused if %s (ACC-4)', async (_, isListening) => {
  const { gate, make } = calling()
  if (isListening) gate.listen(() => gate.answer(false))
  server.answer((_request, response) => json(response, 403, missing))
  expect(await make()).toMatchObject({ ok: false, status: 403, data: { message: missing.message } })
  expect(server.seen).toHaveLength(1)
})

test('two calls share one question, which is declined if the dialog closes (ACC-4)', async () => {
  const { gate } = calling()
  let questions = 0
  const leave = gate.listen(() => {
    questions += 1
  })
  const both = Promise.all([gate.ask(), gate.ask()])
  leave()
  expect(await both).toEqual([false, false])
  expect(questions).toBe(1)
})
