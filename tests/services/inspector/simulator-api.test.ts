import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { askSimulator, type FaultOrder } from '../../../src/services/inspector/simulator-api.ts'
import { type SignedIn, signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const { signal } = new AbortController()
const device = 'SOLAR-01'
const acted = { restart: 0, activate: 0, deactivate: 0, remove: 0 }

function apiOn(url: string, token?: string) {
  const log = recordingLog()
  const parts = { http: httpTo(url, token), log }
  return {
    log,
    read: (wordCode: string) => askSimulator(parts, { wordCode }, signal),
    setFault: (wordCode: string, order: FaultOrder) => askSimulator(parts, { wordCode, order }, signal),
  }
}

describe('against the embedded backend (INS-2)', () => {
  let backend: Backend
  let admin: SignedIn
  /** Devices that nothing has asked yet. */
  let fresh: string[]
  const freshDevice = () => fresh.pop() ?? ''

  beforeAll(async () => {
    backend = await startTestBackend()
    admin = await signIn(backend, 'admin')
    const page: { result: { wordCode: string }[] } = await (await admin.call('/device-control/device?limit=8')).json()
    fresh = page.result.map(({ wordCode }) => wordCode)
  })
  afterAll(() => backend.close())

  test('a device that never failed is in order', async () => {
    const { log, read } = apiOn(backend.url, admin.token)
    const wordCode = freshDevice()
    expect(await read(wordCode)).toEqual({
      kind: 'known',
      device: { wordCode, fault: 'up', received: [], acted },
    })
    expect(log.messages).toEqual([])
  })

  test.each(['refuse', 'hang', 'slow', 'garbage', 'up'] as const)('it is made to fail: %s', async (fault) => {
    const { read, setFault } = apiOn(backend.url, admin.token)
    const wordCode = freshDevice()
    const told = await setFault(wordCode, { fault, slowMs: 1_500 })
    expect(told).toMatchObject({ kind: 'known', device: { wordCode, fault } })
    expect(await read(wordCode)).toEqual(told)
  })

  test('what reached it and what it did is told', async () => {
    const key = 'restart-1'
    const wordCode = freshDevice()
    await admin.call(`/device-control/device/restart/${wordCode}`, {
      method: 'POST',
      headers: { 'idempotency-key': key },
    })
    expect(await apiOn(backend.url, admin.token).read(wordCode)).toMatchObject({
      device: { received: [{ op: 'restart', key, at: expect.any(String) }], acted: { ...acted, restart: 1 } },
    })
  })

  test('a device that nobody has is unknown, and nobody’s fault changes', async () => {
    const { read, setFault } = apiOn(backend.url, admin.token)
    const wordCode = freshDevice()
    await setFault(wordCode, { fault: 'hang', slowMs: 1 })
    expect(await read('NADA-01')).toEqual({ kind: 'unknown' })
    expect(await setFault('NADA-01', { fault: 'hang', slowMs: 1 })).toEqual({ kind: 'unknown' })
    expect(await read('..')).toEqual({ kind: 'unknown' })
    expect(await read(wordCode)).toMatchObject({ device: { fault: 'hang' } })
  })

  test('who may not test is told so', async () => {
    const { token } = await signIn(backend, 'operator')
    await expect(apiOn(backend.url, token).read('AGUAVIVA-01')).rejects.toMatchObject({
      message: 'Você não tem permissão para isso.',
      status: 403,
    })
  })
})

describe('against a server that has no simulator', () => {
  let server: ScriptedServer

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.seen.length = 0
  })

  test.each<[string, Parameters<ScriptedServer['answer']>[0]]>([
    ['the 404 of the contract', (_, response) => json(response, 404, { error: true, message: 'Não encontrado.' })],
    ['a 404 of its own', (_, response) => html(response, 404)],
    ['no such method', ({ method }, response) => json(response, method === 'PUT' ? 405 : 404, {})],
    ['its own page for whatever is asked', (_, response) => html(response, 200)],
    ['its own page for what is read alone', ({ method }, response) => html(response, method === 'GET' ? 200 : 404)],
  ])('%s', async (_, answer) => {
    server.answer(answer)
    const { log, read, setFault } = apiOn(server.url)
    expect(await read(device)).toEqual({ kind: 'unavailable' })
    expect(await setFault(device, { fault: 'hang', slowMs: 1 })).toEqual({ kind: 'unavailable' })
    expect(log.messages).toEqual([])
  })

  test('how late a device answers is sent with slow alone, and a wordCode is one part of the path', async () => {
    const answered = { wordCode: 'A/B', fault: 'slow', received: [], acted }
    server.answer((_, response) => json(response, 200, answered))
    const { setFault } = apiOn(server.url)
    await setFault('A/B', { fault: 'slow', slowMs: 60_000 })
    await setFault('A/B', { fault: 'hang', slowMs: 60_000 })
    expect(server.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PUT', '/rest/simulator/device/A%2FB', '{"fault":"slow","slowMs":60000}'],
      ['PUT', '/rest/simulator/device/A%2FB', '{"fault":"hang"}'],
    ])
  })

  test('a fault that nobody knows is no answer', async () => {
    server.answer((_, response) => json(response, 200, { wordCode: device, fault: 'melts', received: [], acted }))
    const { log, read } = apiOn(server.url)
    await expect(read(device)).rejects.toThrow('O servidor respondeu algo inesperado. Tente novamente.')
    expect(log.messages).toHaveLength(1)
  })

  test('a server that fails while it is asked for its simulator has not said that it has none', async () => {
    server.answer(({ method }, response) =>
      json(response, method === 'GET' ? 404 : 503, { error: true, message: 'Serviço indisponível.' }),
    )
    await expect(apiOn(server.url).read(device)).rejects.toMatchObject({ message: 'Serviço indisponível.' })
  })

  test('a session that is over is no answer either', async () => {
    server.answer((_, response) => json(response, 401, { error: true, message: 'x' }))
    await expect(apiOn(server.url).read(device)).rejects.toMatchObject({ status: 401 })
  })
})
