import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import {
  changePassword,
  endSession,
  loadOwnSessions,
  loadWallLinks,
  makeWallLink,
  revokeWallLink,
} from '../../../src/services/profile/profile-api.ts'
import { signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { demoPassword } from '../../prepared-database.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const signal = new AbortController().signal

function apiOn(url: string, token?: string) {
  const log = recordingLog()
  const call = createCall(httpTo(url, token), log)
  return {
    log,
    change: (passwords: { current: string; next: string }) => changePassword(call, passwords, signal),
    list: () => loadOwnSessions(call, signal),
    end: (id: string) => endSession(call, id, signal),
    links: () => loadWallLinks(call, signal),
    makeLink: (name: string) => makeWallLink(call, name, signal),
    revokeLink: (id: string) => revokeWallLink(call, id, signal),
  }
}

describe('against the embedded backend', () => {
  let backend: Backend

  beforeAll(async () => {
    backend = await startTestBackend()
  })
  afterAll(() => backend.close())

  test('a password is changed', async () => {
    const own = await startTestBackend()
    onTestFinished(() => own.close())
    const { token } = await signIn(own, 'auditor')
    const api = apiOn(own.url, token)
    const changed = await api.change({ current: demoPassword, next: 'uma senha nova' })
    expect(changed).toEqual({ kind: 'changed' })
    await expect(signIn(own, 'auditor')).rejects.toThrow('400')
    expect(api.log.messages).toEqual([])
  })

  test('a wrong current password is reported at its field', async () => {
    const { token } = await signIn(backend, 'operator')
    const refused = await apiOn(backend.url, token).change({ current: 'errada', next: 'uma senha nova' })
    expect(refused).toEqual({ kind: 'refused', fields: { current: 'Senha atual incorreta.' } })
  })

  test('an ended session is reported', async () => {
    const { token, call } = await signIn(backend, 'operator')
    await call('/rest/auth/sign-out', { method: 'POST' })
    const change = apiOn(backend.url, token).change({ current: demoPassword, next: 'uma senha nova' })
    await expect(change).rejects.toMatchObject({ name: 'CallError', status: 401 })
  })

  test('this session is listed first, and another session is ended', async () => {
    const here = await signIn(backend, 'auditor')
    const elsewhere = await signIn(backend, 'auditor')
    const api = apiOn(backend.url, here.token)
    const [own, other, ...rest] = await api.list()
    expect([own?.current, other?.current, rest]).toEqual([true, false, []])
    await api.end(other?.id ?? '')
    expect((await elsewhere.call('/rest/auth/sessions')).status).toBe(401)
    expect(await api.list()).toHaveLength(1)
    expect(api.log.messages).toEqual([])
  })

  test('ending a session that no longer exists succeeds', async () => {
    const { token } = await signIn(backend, 'operator')
    await expect(apiOn(backend.url, token).end('nada')).resolves.toBeUndefined()
  })
})

describe('against a server with other answers', () => {
  let server: ScriptedServer
  const at = '2026-03-02T08:00:00.000Z'
  const later = '2026-03-02T09:00:00.000Z'

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())

  test.each([
    [{ error: true, message: 'Confira os campos indicados.', fields: { other: 'Errado.' } }],
    [{ error: true, message: 'Confira os campos indicados.', fields: { current: 3 } }],
    [{ error: true, message: 'Confira os campos indicados.' }],
  ])('a 422 that names no field of the form is a failure: %j', async (body) => {
    server.answer((_, response) => json(response, 422, body))
    const change = apiOn(server.url).change({ current: 'a', next: 'b' })
    await expect(change).rejects.toMatchObject({ message: 'Confira os campos indicados.', status: 422 })
  })

  test('this session is first, then the others by their last use; only an invalid session is dropped', async () => {
    const session = (id: string, lastSeenAt: string, current = false) => ({
      ...{ id, createdAt: at, lastSeenAt, userAgent: 'x', current },
    })
    const result = [session('old', at), session('new', later), { id: '' }, session('own', at, true)]
    server.answer((_, response) => json(response, 200, { result }))
    const api = apiOn(server.url)
    expect((await api.list()).map(({ id }) => id)).toEqual(['own', 'new', 'old'])
    expect(api.log.messages).toHaveLength(1)
  })

  test('a server without wall views has no list of links', async () => {
    server.answer((_, response) => json(response, 404, { error: true, message: 'Não encontrado.' }))
    expect(await apiOn(server.url).links()).toBeNull()
    await expect(apiOn(server.url).revokeLink('gone')).resolves.toBeUndefined()
  })

  test('a refused link name is reported at the name field', async () => {
    const body = { error: true, message: 'Confira os campos indicados.', fields: { name: 'Informe o nome.' } }
    server.answer((_, response) => json(response, 422, body))
    await expect(apiOn(server.url).makeLink('')).rejects.toMatchObject({ message: 'Informe o nome.', status: 422 })
  })
})
