import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextFreePort } from '../../../backend/free-port.ts'
import { eventually } from '../../eventually.ts'

const deployDir = join(import.meta.dirname, '../../../docs/deploy')
const hasCaddy = spawnSync('caddy', ['version']).status === 0
const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** How the instance answers: as a ready instance, without a database, or without the bus. */
type State = 'ready' | 'no-database' | 'no-bus'
/** `refusals`: number of health checks that the instance answered with 503. */
type Instance = { server: Server; port: number; state: State; refusals: number }

const instances: Instance[] = []
let folder: string
let proxy: ChildProcess | undefined
let url: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-proxy-'))
  for (const name of ['one', 'two']) instances.push(await startInstance(name))
  url = `http://127.0.0.1:${await nextFreePort('127.0.0.1', 18_200)}`
})
afterEach(async () => {
  const ended = new Promise((resolve) => proxy?.once('exit', resolve))
  if (proxy?.kill()) await ended
  for (const { server } of instances.splice(0)) server.close()
  await rm(folder, { recursive: true, force: true })
})

async function startInstance(name: string): Promise<Instance> {
  const server = createServer((request, response) => {
    const { url: path = '', method } = request
    const isReady = instance.state !== 'no-database'
    if (path.startsWith('/socket.io/') && instance.state === 'no-bus') return void request.socket.destroy()
    if (!isReady && /^\/(readyz|rest)/.test(path)) response.statusCode = 503
    if (!isReady && path === '/readyz') instance.refusals += 1
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => response.end(JSON.stringify({ name, method, path, body })))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the instance has no port')
  const instance: Instance = { server, port: address.port, state: 'ready', refusals: 0 }
  return instance
}

/** Sets the states of both instances. */
function set(...states: State[]): void {
  for (const [at, state] of states.entries()) {
    const instance = instances[at]
    if (instance) instance.state = state
  }
}

async function configured(file: string, ...changes: [RegExp, string][]): Promise<string> {
  const own = (text: string, at: number) =>
    text.replaceAll(`guarita-${at + 1}:8080`, `127.0.0.1:${instances[at]?.port}`)
  const text = own(own(await readFile(join(deployDir, file), 'utf8'), 0), 1)
  return changes.reduce((changed, [from, to]) => changed.replace(from, to), text)
}

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(url + path, init)
  const text = await answer.text()
  return { status: answer.status, answer: text === '' ? null : JSON.parse(text) }
}

describe.skipIf(!hasCaddy)('the delivered Caddyfile (SCA-2)', () => {
  beforeEach(async () => {
    await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${await configured('Caddyfile')}`)
    proxy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      env: { ...process.env, HOME: folder, GUARITA_NAME: url },
      stdio: 'ignore',
    })
    await eventually(() => ask('/'))
  })

  /**
   * Waits until Caddy knows that the instances are not ready: before a second check, Caddy has read the first answer.
   */
  const isKnownUnready = (...those: Instance[]) =>
    eventually(() => expect(those.every(({ refusals }) => refusals > 1)).toBe(true))

  it('sends calls to the ready instance', async () => {
    set('no-database', 'ready')
    await isKnownUnready(...instances.slice(0, 1))
    for (let each = 0; each < 4; each += 1)
      expect(await ask('/rest/x', { method: 'POST', body: 'sent' })).toEqual({
        status: 200,
        answer: { name: 'two', method: 'POST', path: '/rest/x', body: 'sent' },
      })
  })

  it('serves the page and the answers of a running instance while no instance is ready', async () => {
    set('no-database', 'no-database')
    await isKnownUnready(...instances)
    expect(await ask('/')).toMatchObject({ status: 200, answer: { path: '/' } })
    expect(await ask('/rest/x', { method: 'POST', body: 'sent' })).toMatchObject({
      status: 503,
      answer: { body: 'sent' },
    })
    set('ready', 'ready')
    await eventually(async () => expect((await ask('/rest/x')).status).toBe(200))
  })

  it('repeats the handshake of a socket at another instance', async () => {
    set('no-bus', 'ready')
    for (let each = 0; each < 4; each += 1) expect(await ask('/socket.io/')).toMatchObject({ answer: { name: 'two' } })
  })
})

describe.skipIf(!hasNginx)('the delivered nginx-two-instances.conf (SCA-2)', () => {
  it.each(['one', 'two'])('repeats the handshake of a socket at another instance than %s', async (lost) => {
    const site = await configured('nginx-two-instances.conf', [/listen 80;/, `listen ${new URL(url).host};`])
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log /dev/null; events {} http { access_log off; ${places.join(' ')} ${site} }`,
    )
    proxy = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
    await eventually(() => ask('/'))
    if (lost === 'one') set('no-bus', 'ready')
    else set('ready', 'no-bus')
    const other = lost === 'one' ? 'two' : 'one'
    for (let each = 0; each < 4; each += 1) expect(await ask('/socket.io/')).toMatchObject({ answer: { name: other } })
  })
})
