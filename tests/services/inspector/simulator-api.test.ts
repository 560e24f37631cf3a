import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { askSimulator, type FaultOrder } from '../../../src/services/inspector/simulator-api.ts'
import { type SignedIn, signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const { signal } = new AbortController()
const device = 'SOLAR-01'
const acted = { restart: 0, activate: 0, deactivate: 0, remove: 0, open: 0 }

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
  /** Returns a device that no other test has used. */
  let fresh: string[]
  const freshDevice = () => fresh.pop() ?? ''

  beforeAll(async () => {
    backend = await startTestBackend()
    admin = await signIn(backend, 'admin')
    const page: { result: { wordCode: string }[] } = await (await admin.call('/device-control/device?limit=8')).json()
    fresh = page.result.map(({ wordCode }) => wordCode)
  })
  afterAll(() => backend.close())

  test('a device without a fault answers normally', async () => {
    const { log, read } = apiOn(backend.url, admin.token)
    const wordCode = freshDevice()
    expect(await read(wordCode)).toEqual({
      kind: 'known',
      device: { wordCode, fault: 'up', received: [], acted },
    })
    expect(log.messages).toEqual([])
  })

  test.each(['refuse', 'hang', 'slow', 'garbage', 'up'] as const)('a device gets the fault %s', async (fault) => {
    const { read, setFault } = apiOn(backend.url, admin.token)
    const wordCode = freshDevice()
    const answered = await setFault(wordCode, { fault, slowMs: 1_500 })
    expect(answered).toMatchObject({ kind: 'known', device: { wordCode, fault } })
    expect(await read(wordCode)).toEqual(answered)
  })

  test('the simulator reports the requests and commands that a device received', async () => {
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

  test('an unknown device is reported as unknown, and the faults of other devices stay', async () => {
    const { read, setFault } = apiOn(backend.url, admin.token)
    const wordCode = freshDevice()
    await setFault(wordCode, { fault: 'hang', slowMs: 1 })
    expect(await read('NADA-01')).toEqual({ kind: 'unknown' })
    expect(await setFault('NADA-01', { fault: 'hang', slowMs: 1 })).toEqual({ kind: 'unknown' })
    expect(await read('..')).toEqual({ kind: 'unknown' })
    expect(await read(wordCode)).toMatchObject({ device: { fault: 'hang' } })
  })

  test('a person without permission gets a 403 with its text', async () => {
    const { token } = await signIn(backend, 'operator')
    await expect(apiOn(backend.url, token).read('AGUAVIVA-01')).rejects.toMatchObject({
      message: 'Você não tem permissão para isso.',
      status: 403,
    })
  })
})

describe('against a server without a simulator', () => {
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
    ['a 404 with a web page', (_, response) => html(response, 404)],
    ['a 405', ({ method }, response) => json(response, method === 'PUT' ? 405 : 404, {})],
    ['a web page for every request', (_, response) => html(response, 200)],
    ['a web page for every GET', ({ method }, response) => html(response, method === 'GET' ? 200 : 404)],
  ])('%s means that the simulator is unavailable', async (_, answer) => {
    server.answer(answer)
    const { log, read, setFault } = apiOn(server.url)
    expect(await read(device)).toEqual({ kind: 'unavailable' })
    expect(await setFault(device, { fault: 'hang', slowMs: 1 })).toEqual({ kind: 'unavailable' })
    expect(log.messages).toEqual([])
  })

  test("the delay is sent only with the fault 'slow', and the wordCode is encoded as one path segment", async () => {
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

  test('an unknown fault in the answer is an error', async () => {
    server.answer((_, response) => json(response, 200, { wordCode: device, fault: 'melts', received: [], acted }))
    const { log, read } = apiOn(server.url)
    await expect(read(device)).rejects.toThrow('O servidor respondeu algo inesperado. Tente novamente.')
    expect(log.messages).toHaveLength(1)
  })

  test('a server error on the second request is not taken for a missing simulator', async () => {
    server.answer(({ method }, response) =>
      json(response, method === 'GET' ? 404 : 503, { error: true, message: 'Serviço indisponível.' }),
    )
    await expect(apiOn(server.url).read(device)).rejects.toMatchObject({ message: 'Serviço indisponível.' })
  })

  test('a 401 is an error and not taken for a missing simulator', async () => {
    server.answer((_, response) => json(response, 401, { error: true, message: 'x' }))
    await expect(apiOn(server.url).read(device)).rejects.toMatchObject({ status: 401 })
  })
})
