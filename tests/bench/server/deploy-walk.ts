/**
 * Follows docs/deploy with real processes: the built panel in its own directory, the server by the command and
 * environment of its unit as a user without rights, nginx with TLS, a backup by its unit, and a restore to a second
 * server.
 * Needs root, nginx and openssl; it does not test systemd itself.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { io } from 'socket.io-client'

const project = join(import.meta.dirname, '../../..')
const nobody = 65_534
const metricsToken = 'um-segredo-so-para-medir'
const credentials = { email: 'admin@guarita.demo', password: 'uma-senha-so-desta-volta' }
const running = new Set<ChildProcess>()
const root = mkdtempSync(join(tmpdir(), 'guarita-walk-'))
const opt = join(root, 'opt')
const state = join(root, 'state')
const backups = join(root, 'backups')
const cert = join(root, 'cert.pem')

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }
type Started = { child: ChildProcess; out: string; err: string }

try {
  await walk()
  console.log('all steps succeeded')
} finally {
  for (const child of running) child.kill('SIGTERM')
  rmSync(root, { recursive: true, force: true })
}

async function walk(): Promise<void> {
  // Only its maker can enter a directory that was made with `mktemp`.
  execFileSync('chmod', ['755', root])
  build()
  for (const directory of [state, backups, join(root, 'second'), join(root, 'third')]) {
    mkdirSync(directory, { mode: 0o700 })
    chownSync(directory, nobody, nobody)
  }
  const [port = 0, tls = 0, plain = 0, second = 0, third = 0] = await freePorts(5)

  const server = await startUnit({ GUARITA_PORT: String(port), GUARITA_DATA: state })
  step(`the server runs by the unit's command as user ${nobody}`)
  assert.equal(statSync(join(state, 'local.json')).mode & 0o777, 0o600)
  startProxy(port, tls, plain)
  const ask = asker(tls)
  await until(async () => (await ask('/readyz').catch(() => undefined))?.status === 200)
  step('nginx forwards HTTPS to the server')

  const redirected = await fetch(`http://127.0.0.1:${plain}/login`, { redirect: 'manual' })
  assert.equal(redirected.status, 301)
  assert.match(redirected.headers.get('location') ?? '', /^https:\/\/127\.0\.0\.1\/login$/)
  const page = await ask('/login', { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200)
  assert.match(page.body, /<title>/)
  assert.equal(page.headers['strict-transport-security'], 'max-age=31536000')
  assert.match(String(page.headers['set-cookie']), /XSRF-TOKEN=.*; Secure/)
  assert.equal((await ask('/licencas.json')).status, 200)
  step('plain HTTP is redirected to HTTPS; the page has HSTS and a secure cookie')

  assert.equal((await ask('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).status, 404)
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  assert.match(await metrics.text(), /^guarita_http_request_seconds_count/m)
  step('the metrics can be read on the machine, and not from outside')

  await ask('/rest/auth/sign-in', {
    body: { ...credentials, password: 'errada' },
    headers: { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'walk' },
  })
  await until(async () => server.err.includes('sign-in-failed'))
  const noted = JSON.parse(server.err.split('\n').find((line) => line.includes('sign-in-failed')) ?? '{}')
  assert.equal(noted.ip, '127.0.0.1')
  assert.doesNotMatch(server.err, /guarita\.demo|203\.0\.113/)
  step('a caller’s own X-Forwarded-For is ignored; the log has the failed sign-in')

  const signedIn = JSON.parse((await ask('/rest/auth/sign-in', { body: credentials })).body)
  const socket = io(`https://127.0.0.1:${tls}`, {
    auth: { token: signedIn.token },
    transports: ['websocket'],
    rejectUnauthorized: false,
  })
  await new Promise((resolve, reject) => socket.once('connect', () => resolve(undefined)).once('connect_error', reject))
  socket.disconnect()
  step('a live connection by WebSocket works')

  await runUnit('guarita-backup.service', { GUARITA_DATA: state })
  const [backup = ''] = readdirSync(backups)
  assert.equal(statSync(join(backups, backup)).mode & 0o777, 0o600)
  assert.equal((await ask('/readyz')).status, 200)
  assert.match(server.err, /"security":"command"/)
  step(`a backup was made beside the running server: ${backup}, ${statSync(join(backups, backup)).size} bytes`)

  const restored = { GUARITA_DATA: join(root, 'second') }
  await run([process.execPath, 'backend/commands/restore.ts', join(backups, backup)], restored)
  await startUnit({ ...restored, GUARITA_PORT: String(second) })
  const again = await fetch(`http://127.0.0.1:${second}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  assert.equal(again.status, 200)
  const old = await fetch(`http://127.0.0.1:${second}/rest/auth/sessions`, {
    headers: { authorization: `Bearer ${signedIn.token}` },
  })
  assert.equal(old.status, 401)
  step('a second server has the restored data: people sign in there again')

  await beginEmpty(third)
  server.child.kill('SIGTERM')
  assert.equal(await new Promise((resolve) => server.child.once('close', resolve)), 0)
  step('the server ends cleanly')
}

/** Without demo data, as in the environment file: the first administrator joins by the link of the command. */
async function beginEmpty(port: number): Promise<void> {
  const empty = await startUnit({ GUARITA_DATA: join(root, 'third'), GUARITA_PORT: String(port), GUARITA_SEED: 'none' })
  const first = await run([process.execPath, 'backend/commands/user.ts', 'first-link'], {
    GUARITA_DATA: join(root, 'third'),
  })
  const token = /\/convite#(\S+)/.exec(first)?.[1]
  const person = { name: 'Ana', email: 'ana@exemplo.com.br', customerName: 'Administradora Exemplo' }
  const call = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/rest${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const password = credentials.password
  assert.equal((await call('/invitations/accept', { token, password, ...person })).status, 200)
  assert.equal((await call('/invitations/accept', { token, password, ...person })).status, 404)
  assert.equal((await call('/auth/sign-in', { email: person.email, password })).status, 200)
  assert.doesNotMatch(empty.err, /ana@exemplo/)
  step('an empty installation is opened by its one-time link, once, and the log has no e-mail')
}

/** Follows docs/before-real-use.md without the installation of packages: the packages of this checkout are linked. */
function build(): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
  })
  for (const file of files.split('\n').filter((name) => name !== '' && name !== 'node_modules')) {
    mkdirSync(dirname(join(opt, file)), { recursive: true })
    cpSync(join(project, file), join(opt, file))
  }
  symlinkSync(join(project, 'node_modules'), join(opt, 'node_modules'))
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
    cwd: opt,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  step('the panel is built in a directory of its own')
}

function unit(name: string): { command: string; environment: Record<string, string> } {
  const text = readFileSync(join(opt, 'docs/deploy', name), 'utf8')
  const command = /^ExecStart=(.*)$/m.exec(text)?.[1] ?? ''
  const environment = [...readFileSync(join(opt, 'docs/deploy/guarita.env'), 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)]
  return {
    command: command
      .replace('/opt/guarita/node_modules/.bin/node', process.execPath)
      .replace('/var/lib/guarita-backups', backups)
      .replaceAll('%%', '%'),
    environment: Object.fromEntries(environment.map(([, key = '', value = '']) => [key, value])),
  }
}

function start([program = '', ...args]: string[], environment: Record<string, string>): Started {
  const child = spawn(program, args, {
    cwd: opt,
    env: { NODE_ENV: 'production', ...environment },
    uid: nobody,
    gid: nobody,
  })
  running.add(child)
  const started: Started = { child, out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    started.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    started.err += chunk
  })
  child.once('close', () => running.delete(child))
  return started
}

/** The demo data represent an installation in use. */
async function startUnit(own: Record<string, string>): Promise<Started> {
  const { command, environment } = unit('guarita.service')
  const secrets = { GUARITA_METRICS_TOKEN: metricsToken, GUARITA_DEMO_PASSWORD: credentials.password, ...own }
  const started = start(command.split(' '), { ...environment, GUARITA_SEED: 'demo', ...secrets })
  await until(async () => {
    if (started.child.exitCode !== null) throw new Error(`${started.out}${started.err}`)
    return started.out.includes('Guarita no ar')
  })
  return started
}

async function runUnit(name: string, own: Record<string, string>): Promise<void> {
  const { command, environment } = unit(name)
  const [, script = ''] = /^\/bin\/sh -c '(.*)'$/.exec(command) ?? []
  await run(['/bin/sh', '-c', script], { ...environment, ...own })
}

/** Resolves to the output. */
async function run(command: string[], environment: Record<string, string>): Promise<string> {
  const started = start(command, environment)
  const code = await new Promise((resolve) => started.child.once('close', resolve))
  assert.equal(code, 0, `${started.out}${started.err}`)
  return started.out
}

function startProxy(port: number, tls: number, plain: number): void {
  const key = join(root, 'key.pem')
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert, ...subject],
    {
      stdio: 'ignore',
    },
  )
  const site = readFileSync(join(opt, 'docs/deploy/nginx.conf'), 'utf8')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${tls} ssl http2;`)
    .replaceAll('guarita.example.com;', '127.0.0.1;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
  const own = ['pid', 'access_log', 'error_log'].map((name) => `${name} ${join(root, name)};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(root, `nginx-${name}`)};`,
  )
  const [pid, access, error] = own
  const configuration = `${pid}\n${error}\nevents {}\nhttp {\n${access}\n${temporary.join('\n')}\n${site}}\n`
  writeFileSync(join(root, 'nginx.conf'), configuration)
  running.add(spawn('nginx', ['-c', join(root, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'inherit' }))
}

function asker(port: number) {
  const ca = readFileSync(cert)
  return (
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const asked = request(
        { host: '127.0.0.1', port, path, method, ca, headers: { ...type, ...headers } },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk
          })
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
        },
      )
      asked.once('error', reject)
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('the condition did not become true in time')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function step(text: string): void {
  console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${text}`)
}
