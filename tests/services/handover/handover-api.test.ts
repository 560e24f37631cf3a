import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { acceptHandover, type HandoverEntry, loadHandoverDraft } from '../../../src/services/handover/handover-api.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import { type SignedIn, signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { demoPassword } from '../../prepared-database.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'

const { signal } = new AbortController()
let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

function api(token = admin.token) {
  const log = recordingLog()
  const call = createCall(httpTo(backend.url, token), log)
  return {
    log,
    draft: () => loadHandoverDraft(call, signal),
    accept: (entry: HandoverEntry) => acceptHandover(call, entry, signal),
  }
}

test('a shift is handed over with its note, which the next draft contains (INC-7)', async () => {
  const { log, draft, accept } = api()
  expect(await draft()).toMatchObject({ open: [], over: [], last: null })
  const entry = { email: 'operador@guarita.demo', password: demoPassword, note: 'Portão rangendo' }
  const answer = await accept(entry)
  expect(answer).toMatchObject({ kind: 'given', handover: { to: { id: 'user-operador' }, note: entry.note } })
  expect((await draft()).last).toMatchObject({ note: entry.note })
  expect(log.messages).toEqual([])
})

test('a wrong password is reported at its field, and an ended session as such', async () => {
  const entry = { email: 'operador@guarita.demo', password: 'errada', note: '' }
  expect(await api().accept(entry)).toEqual({
    kind: 'refused',
    fields: { password: 'E-mail ou senha inválidos' },
  })
  const { token, call } = await signIn(backend, 'auditor')
  await call('/rest/auth/sign-out', { method: 'POST' })
  await expect(api(token).draft()).rejects.toMatchObject({ name: 'CallError', status: 401 })
})
