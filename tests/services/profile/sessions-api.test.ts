import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { createSessionsApi } from '../../../src/services/profile/sessions-api.ts'
import { signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const signal = new AbortController().signal

function apiOn(url: string, token?: string) {
  const log = recordingLog()
  const http = httpTo(url, token)
  return { log, ...createSessionsApi(http, log) }
}

describe('against the embedded backend', () => {
  let backend: Backend

  beforeAll(async () => {
    backend = await startTestBackend()
  })
  afterAll(() => backend.close())

  test('one is listed first, and another is ended', async () => {
    const here = await signIn(backend, 'auditor')
    const elsewhere = await signIn(backend, 'auditor')
    const api = apiOn(backend.url, here.token)
    const [own, other, ...rest] = await api.list(signal)
    expect([own?.current, other?.current, rest]).toEqual([true, false, []])
    await api.end(other?.id ?? '', signal)
    expect((await elsewhere.call('/rest/auth/sessions')).status).toBe(401)
    expect(await api.list(signal)).toHaveLength(1)
    expect(api.log.messages).toEqual([])
  })

  test('one that is gone already counts as ended', async () => {
    const { token } = await signIn(backend, 'operator')
    await expect(apiOn(backend.url, token).end('nada', signal)).resolves.toBeUndefined()
  })
})

describe('against a server that answers otherwise', () => {
  let server: ScriptedServer
  const at = '2026-03-02T08:00:00.000Z'
  const later = '2026-03-02T09:00:00.000Z'

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())

  test('this session stands first, then those seen last; one without a shape is dropped alone', async () => {
    const session = (id: string, lastSeenAt: string, current = false) => ({
      ...{ id, createdAt: at, lastSeenAt, userAgent: 'x', current },
    })
    const result = [session('old', at), session('new', later), { id: '' }, session('own', at, true)]
    server.answer((_, response) => json(response, 200, { result }))
    const api = apiOn(server.url)
    expect((await api.list(signal)).map(({ id }) => id)).toEqual(['own', 'new', 'old'])
    expect(api.log.messages).toHaveLength(1)
  })

  test('an id is one part of the path', async () => {
    server.answer((_, response) => response.writeHead(204).end())
    await apiOn(server.url).end('a/b', signal)
    expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE', url: '/rest/auth/sessions/a%2Fb' })
  })

  test('a page of somebody else is neither a list nor an end', async () => {
    server.answer((_, response) => html(response, 200))
    const text = 'O servidor respondeu algo inesperado. Tente novamente.'
    await expect(apiOn(server.url).list(signal)).rejects.toThrow(text)
    await expect(apiOn(server.url).end('a', signal)).rejects.toThrow(text)
  })

  test('a failure is told in the server’s words', async () => {
    server.answer((_, response) => json(response, 503, { error: true, message: 'Serviço indisponível.' }))
    await expect(apiOn(server.url).end('a', signal)).rejects.toMatchObject({ message: 'Serviço indisponível.' })
  })
})
