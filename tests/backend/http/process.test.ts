import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { signIn } from '../parts/embedded-backend.ts'

type Started = { url: string; output: string; exit: Promise<number | string>; process: ChildProcess }

const main = join(import.meta.dirname, '../../../backend/main.ts')
const running = new Set<ChildProcess>()
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guarita-data-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs the backend as its own process until it tells its address or ends. */
async function run(...flags: string[]): Promise<Started> {
  const child = spawn(process.execPath, [main, '--data', dataDir, ...flags], {
    env: { ...process.env, GUARITA_GATE_EVENTS: 'off' },
  })
  running.add(child)
  const started: Started = { url: '', output: '', exit: exitOf(child), process: child }
  await new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      started.output += chunk
      if (started.output.includes('Entre com auditor')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    started.exit.then(() => resolve())
  })
  started.url = /http:\/\/localhost:\d+/.exec(started.output)?.[0].replace('localhost', '127.0.0.1') ?? ''
  return started
}

function exitOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal ?? '')
    })
  })
}

it('tells its address and the demo sign-ins, and ends cleanly on SIGTERM with a socket and a request open', async () => {
  const backend = await run('--port', '0')
  expect(backend.output).toMatch(
    /^Guarita no ar: http:\/\/localhost:\d+\nEntre com admin@guarita.demo \/ guarita-demo\n/,
  )
  const admin = await signIn(backend, 'admin')
  const burst = admin.call('/rest/simulator/burst', { method: 'POST', body: { perSecond: 1, seconds: 60 } })
  burst.catch(() => {})
  expect((await admin.call('/rest/api/health')).status).toBe(200)
  const socket = io(backend.url, { auth: { token: admin.token }, transports: ['websocket'], reconnection: false })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const dropped = new Promise((resolve) => socket.once('disconnect', resolve))
  backend.process.kill('SIGTERM')
  expect(await backend.exit).toBe(0)
  expect(await dropped).toBe('io server disconnect')
  await expect(readFile(join(dataDir, 'lock'))).rejects.toThrow('ENOENT')
})

it('loses nothing that it answered when it is killed', async () => {
  const killed = await run('--port', '0')
  const admin = await signIn(killed, 'admin')
  const made = await admin.call('/rest/simulator/event', {
    method: 'POST',
    body: { condominiumId: 'condominio-12', kind: 'door-forced' },
  })
  const activity = await made.json()
  killed.process.kill('SIGKILL')
  expect(await killed.exit).toBe('SIGKILL')

  const again = await run('--port', '0')
  const call = (path: string) =>
    fetch(again.url + path, { headers: { authorization: `Bearer ${admin.token}` } }).then((answer) => answer.json())
  expect((await call('/rest/events/condominio-12')).result).toEqual([activity])
  expect((await call('/rest/notifications/list')).notifications[0].title).toBe('Porta forçada')
  again.process.kill('SIGTERM')
  expect(await again.exit).toBe(0)
})

it('refuses a directory that another one has open, and a port that is taken, in words', async () => {
  const first = await run('--port', '0')
  const second = await run('--port', '0')
  expect(await second.exit).toBe(1)
  expect(second.output).toContain(`já estão abertos pelo processo ${first.process.pid}`)
  const port = new URL(first.url).port
  const third = await run('--port', port)
  expect(await third.exit).toBe(1)
  expect(third.output).toContain(`A porta de rede ${port} em 127.0.0.1 já está em uso`)
  expect((await fetch(`${first.url}/version.json`)).status).toBe(200)
})

it('takes over the lock of a process that is gone, or whose number another one has now', async () => {
  for (const pid of [2 ** 22 + 1, process.pid]) {
    await writeFile(join(dataDir, 'lock'), JSON.stringify({ pid, startedAt: 'outro boot 1' }))
    const backend = await run('--port', '0')
    expect(backend.output).toContain('Guarita no ar')
    backend.process.kill('SIGTERM')
    expect(await backend.exit).toBe(0)
  }
})

it('refuses another seed than the data has, and a flag that it does not know', async () => {
  const mismatch = await run('--port', '0', '--seed', 'large')
  expect(await mismatch.exit).toBe(1)
  expect(mismatch.output).toContain('já tem os dados "demo"')
  const unknown = await run('--porta', '1')
  expect(await unknown.exit).toBe(1)
  expect(unknown.output).toContain('Opções aceitas: --port N')
})
