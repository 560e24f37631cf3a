import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../eventually.ts'
import { endBackend, type LaunchedBackend, launchBackend } from '../../launched-backend.ts'
import { signIn } from '../parts/embedded-backend.ts'

const running = new Set<LaunchedBackend>()
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guarita-data-'))
})
afterEach(async () => {
  for (const backend of running) await endBackend(backend, 'SIGKILL')
  running.clear()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs the backend as its own process until it tells its address; rejects with code and output when it ends before. */
async function run(...flags: string[]): Promise<LaunchedBackend> {
  const launched = await launchBackend(['--data', dataDir, ...flags], {})
  const backend = { ...launched, url: launched.url.replace('localhost', '127.0.0.1') }
  running.add(backend)
  return backend
}

it('says each step of its start, its address and the demo sign-ins, and ends cleanly on SIGTERM with a socket and a request open', async () => {
  const backend = await run('--port', '0')
  await eventually(() => expect(backend.printed()).toContain('Entre com auditor'))
  expect(backend.printed()).toMatch(
    /^Abrindo o banco de dados…\nConferindo as tabelas…\nGravando os dados de demonstração….*\nGuarita no ar: http:\/\/localhost:\d+\nEntre com admin@guarita.demo \/ guarita-demo\n/,
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

it('loses nothing that it answered when it is killed, and takes over what that one had locked', async () => {
  const killed = await run('--port', '0')
  const admin = await signIn(killed, 'admin')
  const made = await admin.call('/rest/simulator/event', {
    method: 'POST',
    body: { condominiumId: 'condominio-12', kind: 'door-forced' },
  })
  const activity = await made.json()
  await endBackend(killed, 'SIGKILL')
  expect(JSON.parse(await readFile(join(dataDir, 'lock'), 'utf8'))).toMatchObject({ pid: killed.child.pid })

  const again = await run('--port', '0')
  const call = (path: string) =>
    fetch(again.url + path, { headers: { authorization: `Bearer ${admin.token}` } }).then((answer) => answer.json())
  expect((await call('/rest/events/condominio-12')).result).toEqual([activity])
  const newest = async () => (await call('/rest/notifications/list')).notifications[0].title
  await expect.poll(newest).toBe('Porta forçada')
  await endBackend(again, 'SIGTERM')
  expect(again.child.exitCode).toBe(0)
})

it('refuses a directory that another one has open, and a port that is taken, in words', async () => {
  // Left by a process whose number another one has now.
  await writeFile(join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, startedAt: 'outro boot 1' }))
  const first = await run('--port', '0')
  await expect(run('--port', '0')).rejects.toThrow(
    new RegExp(`ended with 1: .*já estão abertos pelo processo ${first.child.pid}`),
  )
  const { port } = new URL(first.url)
  await expect(run('--port', port)).rejects.toThrow(
    new RegExp(`ended with 1: .*A porta de rede ${port} em 127.0.0.1 já está em uso`),
  )
  expect((await fetch(`${first.url}/version.json`)).status).toBe(200)
})

it('refuses another seed than the data has, and a flag that it does not know', async () => {
  await expect(run('--port', '0', '--seed', 'large')).rejects.toThrow(/ended with 1: .*já tem os dados "demo"/)
  await expect(run('--porta', '1')).rejects.toThrow(/ended with 1: .*Opções aceitas: --port N/s)
})
