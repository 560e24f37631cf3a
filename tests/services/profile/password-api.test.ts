import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { createPasswordApi } from '../../../src/services/profile/password-api.ts'
import { signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { demoPassword } from '../../prepared-database.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const signal = new AbortController().signal

function apiOn(url: string, token?: string) {
  const log = recordingLog()
  const http = httpTo(url, token)
  return { log, ...createPasswordApi(http, log) }
}

describe('against the embedded backend', () => {
  let backend: Backend

  beforeAll(async () => {
    backend = await startTestBackend()
  })
  afterAll(() => backend.close())

  test('a password is changed', async () => {
    const { token } = await signIn(backend, 'auditor')
    const api = apiOn(backend.url, token)
    const changed = await api.change({ current: demoPassword, next: 'uma senha nova' }, signal)
    expect(changed).toEqual({ kind: 'changed' })
    await expect(signIn(backend, 'auditor')).rejects.toThrow('400')
    expect(api.log.messages).toEqual([])
  })

  test('a wrong current password is refused at its field', async () => {
    const { token } = await signIn(backend, 'operator')
    const refused = await apiOn(backend.url, token).change({ current: 'errada', next: 'uma senha nova' }, signal)
    expect(refused).toEqual({ kind: 'refused', fields: { current: 'Senha atual incorreta.' } })
  })

  test('a session that is over says so', async () => {
    const { token, call } = await signIn(backend, 'operator')
    await call('/rest/auth/sign-out', { method: 'POST' })
    const change = apiOn(backend.url, token).change({ current: demoPassword, next: 'uma senha nova' }, signal)
    await expect(change).rejects.toMatchObject({ name: 'CallError', status: 401 })
  })
})

describe('against a server that answers otherwise', () => {
  let server: ScriptedServer

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())

  const change = () => apiOn(server.url).change({ current: 'a', next: 'b' }, signal)

  test('only the passwords go out', async () => {
    server.answer((_, response) => response.writeHead(204).end())
    await change()
    expect(server.seen.at(-1)).toMatchObject({ method: 'POST', url: '/rest/auth/password' })
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual({ current: 'a', next: 'b' })
  })

  test.each([
    [{ error: true, message: 'Confira os campos indicados.', fields: { other: 'Errado.' } }],
    [{ error: true, message: 'Confira os campos indicados.', fields: { current: 3 } }],
    [{ error: true, message: 'Confira os campos indicados.' }],
  ])('a 422 that names no field of the form is a failure: %j', async (body) => {
    server.answer((_, response) => json(response, 422, body))
    await expect(change()).rejects.toMatchObject({ message: 'Confira os campos indicados.', status: 422 })
  })

  test('too many tries say so', async () => {
    const body = { error: true, message: 'Muitas tentativas. Aguarde e tente de novo.' }
    server.answer((_, response) => json(response, 429, body, { 'retry-after': '240' }))
    await expect(change()).rejects.toMatchObject({ message: body.message, status: 429, retryAfterS: 240 })
  })

  test('a page of somebody else is no success', async () => {
    server.answer((_, response) => html(response, 200))
    await expect(change()).rejects.toThrow('O servidor respondeu algo inesperado. Tente novamente.')
  })

  test('no answer is said as such', async () => {
    await expect(apiOn('http://127.0.0.1:9').change({ current: 'a', next: 'b' }, signal)).rejects.toThrow(
      'Sem resposta do servidor. Verifique a conexão e tente novamente.',
    )
  })
})
