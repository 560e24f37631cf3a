import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { handoverRoutes } from '../../../contract/wire/routes/handovers.ts'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { routes } from '../../../contract/wire/routes.ts'
import { createImportApi } from '../../../src/services/device-import/import-api.ts'
import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { type ContractCall, createCall } from '../../../src/services/http/contract-call.ts'
import { createWriteKeys, withWriteKeys } from '../../../src/services/http/write-keys.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

let server: ScriptedServer
let nowMs = 0

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
  nowMs = 0
})
afterEach(() => vi.unstubAllGlobals())

function calling(): ContractCall {
  let made = 0
  const keys = createWriteKeys(
    () => `key-${++made}`,
    () => nowMs,
  )
  return createCall(withWriteKeys(httpTo(server.url, 'token-1'), keys), recordingLog())
}

const keysSeen = () => server.seen.map(({ headers }) => headers['idempotency-key'])

test.each(Object.values(routes).flatMap((topic) => Object.entries(topic)))(
  'a call of %s has an Idempotency-Key if it writes',
  async (_name, route) => {
    server.answer((_request, response) => void response.writeHead(204).end())
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const options = { params: Object.fromEntries(names.map((name) => [name, 'x'])), signal: undefined }
    await calling()(route, options)
    expect(keysSeen()).toEqual([route.method === 'GET' ? undefined : 'key-1'])
  },
)

describe('the key of a write', () => {
  const comment = (call: ContractCall, text: string, id = 'i1') =>
    call(incidentRoutes.incidentAction, { params: { id }, body: { deed: 'comment', text } })

  test.each([
    ['a lost answer', (response) => void response.destroy()],
    ['a 500', (response) => json(response, 500, {})],
    ['a 503', (response) => json(response, 503, {})],
    ['a 429', (response) => json(response, 429, {})],
    ['the page of another server', (response) => html(response, 200)],
  ] satisfies [string, (response: Parameters<typeof json>[0]) => void][])(
    'is sent again with the same content after %s',
    async (_case, answer) => {
      const call = calling()
      server.answer((_request, response) => answer(response))
      await comment(call, 'Técnico a caminho')
      await comment(call, 'Técnico a caminho')
      expect(keysSeen()).toEqual(['key-1', 'key-1'])
    },
  )

  test.each([200, 204, 401, 404, 409, 422])('is a new one after an answer with %i', async (status) => {
    const call = calling()
    server.answer((_request, response) =>
      status === 204 ? void response.writeHead(204).end() : json(response, status, {}),
    )
    await comment(call, 'Técnico a caminho')
    await comment(call, 'Técnico a caminho')
    expect(keysSeen()).toEqual(['key-1', 'key-2'])
  })

  test('is a new one for other content, for another record and after ten minutes', async () => {
    const call = calling()
    server.answer((_request, response) => void response.destroy())
    await comment(call, 'Técnico a caminho')
    await comment(call, 'Técnico chegou')
    await comment(call, 'Técnico a caminho')
    await comment(call, 'Técnico a caminho', 'i2')
    nowMs += 10 * 60_000
    await comment(call, 'Técnico a caminho')
    expect(keysSeen()).toEqual(['key-1', 'key-2', 'key-3', 'key-4', 'key-5'])
  })

  test('is sent again after a call that was cancelled', async () => {
    const call = calling()
    const cancelled = new AbortController()
    server.answer(() => cancelled.abort())
    const body = { email: 'a@b.demo', password: 'x' }
    await expect(call(handoverRoutes.acceptHandover, { body, signal: cancelled.signal })).rejects.toThrow()
    server.answer((_request, response) => json(response, 404, {}))
    await call(handoverRoutes.acceptHandover, { body })
    expect(keysSeen()).toEqual(['key-1', 'key-1'])
  })

  test('is never shared by two calls at the same time: they are two intentions', async () => {
    const call = calling()
    server.answer((_request, response) => json(response, 404, {}))
    await Promise.all([comment(call, 'Técnico a caminho'), comment(call, 'Técnico a caminho')])
    expect(keysSeen().toSorted()).toEqual(['key-1', 'key-2'])
  })

  test('is the key that the call brings, such as a command to a device', async () => {
    const call = calling()
    server.answer((_request, response) => void response.destroy())
    await call(deviceRoutes.restartDevice, { params: { wordCode: 'A' }, idempotencyKey: 'own' })
    await call(deviceRoutes.restartDevice, { params: { wordCode: 'A' } })
    expect(keysSeen()).toEqual(['own', 'key-1'])
  })
})

test('an upload of the same file after a lost answer has the same key, and after an answer a new one', () => {
  const sent: { key: string; end: (status: number) => void }[] = []
  class Upload extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    open() {}
    abort() {}
    setRequestHeader(name: string, value: string) {
      if (name !== 'idempotency-key') return
      const end = (status: number) => {
        this.status = status
        this.dispatchEvent(new Event('loadend'))
      }
      sent.push({ key: value, end })
    }
    send() {}
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
  const api = createImportApi({
    baseUrl: '/rest',
    authorization: createAuthorization(),
    xsrfToken: () => undefined,
    pageUrl: 'http://localhost/',
    hasNetwork: () => true,
    calls: new EventTarget(),
  })
  const file = new File(['a'], 'dispositivos.xlsx', { lastModified: 1 })
  for (const status of [0, 503, 200, 200]) {
    api.send({ file, condominiumId: 'c1', userId: 'u1' }, () => {})
    sent.at(-1)?.end(status)
  }
  const [first, ...others] = sent.map(({ key }) => key)
  expect(others.slice(0, 2)).toEqual([first, first])
  expect(others[2]).not.toBe(first)
})
