import { rm } from 'node:fs/promises'
import { io } from 'socket.io-client'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { valuesOf } from '../../../backend/database/row-values.ts'
import { eventually } from '../../eventually.ts'
import { endBackend, type LaunchedBackend, launchBackend } from '../../launched-backend.ts'
import { preparedDataDir } from '../../prepared-database.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { arrived } from '../parts/simulated-device.ts'

let dataDir: string
let backend: LaunchedBackend
let admin: SignedIn

beforeAll(async () => {
  dataDir = await preparedDataDir('demo')
  backend = await launchBackend(['--data', dataDir, '--port', '0'], {})
  admin = await signIn({ url: backend.url.replace('localhost', '127.0.0.1') }, 'admin')
})
afterAll(async () => {
  await endBackend(backend, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

it('after SIGTERM, running calls are answered, later calls get 503, and everything that was stored was answered', async () => {
  const { result } = await (await admin.call('/device-control/device?limit=16')).json()
  const wordCodes: string[] = result.map(({ wordCode }: { wordCode: string }) => wordCode)
  const fault = { fault: 'slow', slowMs: 3_000, wordCodes }
  await admin.call('/rest/simulator/devices', { method: 'PUT', body: fault })
  const socket = io(backend.url, { auth: { token: admin.token }, transports: ['websocket'], reconnection: false })
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
  const firstMessage = new Promise((resolve) => socket.once('events:condominiums', resolve))
  const slow = wordCodes.map((wordCode) => admin.call(`/device-control/device/restart/${wordCode}`, { method: 'POST' }))
  await Promise.all(wordCodes.map((wordCode) => arrived(admin, wordCode, 'restart')))
  const burst = admin.call('/rest/simulator/burst', { method: 'POST', body: { perSecond: 1, seconds: 6 } })
  await firstMessage
  const quick = Array.from({ length: 8 }, (_, index) =>
    admin.call('/rest/condominium', { method: 'POST', body: { name: 'Vila', wordCode: `VILA-${index}` } }),
  )
  const ended = endBackend(backend, 'SIGTERM')
  await eventually(async () => {
    const ready = await admin.call('/readyz')
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reason: 'ending' }])
  }, 5)
  const later = await admin.call('/rest/condominium', { method: 'POST', body: { name: 'Vila', wordCode: 'TARDE-01' } })
  expect([later.status, later.headers.get('retry-after'), (await later.json()).message]).toEqual([
    503,
    '5',
    'O servidor está sendo encerrado. Tente novamente em instantes.',
  ])
  const ofDevice = await admin.call(`/device-control/device/restart/${wordCodes[0]}`, { method: 'POST' })
  expect([ofDevice.status, (await ofDevice.json()).notAsked]).toEqual([503, true])
  for (const path of ['/livez', '/version.json', '/config.json']) expect((await admin.call(path)).status).toBe(200)
  // The server sends the page, or 404 before the first build, but never 503.
  expect((await admin.call('/')).status).not.toBe(503)

  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(wordCodes.map(() => 202))
  expect((await burst).status).toBe(200)
  const created: string[] = []
  for (const answer of await Promise.all(quick)) {
    const { wordCode } = await answer.json()
    if (answer.status === 201) created.push(wordCode)
    else expect(answer.status).toBe(503)
  }
  await ended
  expect(backend.child.exitCode).toBe(0)

  const next = await startTestBackend({ dataDir })
  const valuesIn = (sql: string) => valuesOf(next.database, sql, [], v.string())
  expect(await valuesIn("select word_code from condominiums where name = 'Vila' order by 1")).toEqual(
    created.toSorted(),
  )
  const answered = "select word_code from evidence where kind = 'command.answered' order by 1"
  expect(await valuesIn(answered)).toEqual(wordCodes.toSorted())
  await next.close()
})
