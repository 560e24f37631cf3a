import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../eventually.ts'
import { endBackend, type LaunchedBackend, launchBackend } from '../../launched-backend.ts'
import { preparedDataDir } from '../../prepared-database.ts'
import { signIn } from '../parts/embedded-backend.ts'

const running = new Set<LaunchedBackend>()
let dataDir: string

beforeEach(async () => {
  dataDir = await preparedDataDir('demo')
})
afterEach(async () => {
  for (const backend of running) await endBackend(backend, 'SIGKILL')
  running.clear()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs the backend as a process until it prints its address. Rejects if the process ends before. */
async function run(): Promise<LaunchedBackend> {
  const launched = await launchBackend(['--data', dataDir, '--port', '0'], {})
  const backend = { ...launched, url: launched.url.replace('localhost', '127.0.0.1') }
  running.add(backend)
  return backend
}

it('the server prints the steps of its start, its address and the demo sign-ins, and SIGTERM ends it cleanly while a socket and a request are open', async () => {
  const backend = await run()
  await eventually(() => expect(backend.printed()).toContain('Entre com auditor'))
  expect(backend.printed()).toMatch(
    /^Abrindo o banco de dados…\nConferindo as tabelas…\nGuarita no ar: http:\/\/localhost:\d+\nEntre com admin@guarita.demo \/ guarita-demo\n/,
  )
  const admin = await signIn(backend, 'admin')
  const burst = admin.call('/rest/simulator/burst', { method: 'POST', body: { perSecond: 1, seconds: 60 } })
  burst.catch(() => {})
  expect((await admin.call('/rest/api/health')).status).toBe(200)
  const socket = io(backend.url, { auth: { token: admin.token }, transports: ['websocket'], reconnection: false })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const dropped = new Promise((resolve) => socket.once('disconnect', resolve))
  await endBackend(backend, 'SIGTERM')
  expect(backend.child.exitCode).toBe(0)
  expect(await dropped).toBe('io server disconnect')
  await expect(readFile(join(dataDir, 'lock'))).rejects.toThrow('ENOENT')
})

it('a killed server loses no event that it acknowledged, and the next server takes over its data directory', async () => {
  const killed = await run()
  const admin = await signIn(killed, 'admin')
  const made = await admin.call('/rest/simulator/event', {
    method: 'POST',
    body: { condominiumId: 'condominio-12', kind: 'door-forced' },
  })
  const activity = await made.json()
  await endBackend(killed, 'SIGKILL')
  expect(JSON.parse(await readFile(join(dataDir, 'lock'), 'utf8'))).toMatchObject({ pid: killed.child.pid })

  const again = await run()
  const call = (path: string) =>
    fetch(again.url + path, { headers: { authorization: `Bearer ${admin.token}` } }).then((answer) => answer.json())
  expect((await call('/rest/events/condominio-12')).result).toEqual([activity])
  const newest = async () => (await call('/rest/notifications/list')).notifications[0].title
  await expect.poll(newest).toBe('Porta forçada')
})
