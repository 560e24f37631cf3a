import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usualLimits } from '../../../backend/http/connection-limits.ts'
import { emptyApplication } from '../../../backend/http-application.ts'
import { type SecurityKind, securityKinds, securityLog } from '../../../backend/logging/security-log.ts'
import type { Backend } from '../../../backend/server.ts'
import { demoPassword } from '../../prepared-database.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let lines: string[] = []

beforeAll(async () => {
  backend = await startTestBackend({
    log: { level: 'warn', format: 'json', write: (line) => lines.push(line) },
    trustedProxies: ['loopback'],
  })
})
afterAll(() => backend.close())

type Line = {
  security?: SecurityKind
  account?: string
  ip?: string
  userId?: string
  agent?: string
  about?: string
  route?: string
  msg: string
}

function noted(): Line[] {
  const read = lines.map((line) => JSON.parse(line) as Line)
  lines = []
  return read
}

async function enter(email: string, password: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${backend.url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  })
  await answer.arrayBuffer()
  return answer.status
}

it('the server logs failed sign-ins at the default level, and identifies accounts without their e-mails (OPS-2)', async () => {
  await enter('admin@guarita.demo', 'segredo-errado', { 'x-forwarded-for': '192.0.2.7' })
  await enter(' ADMIN@guarita.demo', 'segredo-errado', { 'x-forwarded-for': '192.0.2.7' })
  await enter('operador@guarita.demo', 'segredo-errado')
  const text = lines.join('')
  const [first, second, third] = noted()
  expect(first).toMatchObject({
    security: 'sign-in-failed',
    ip: '192.0.2.7',
    account: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  expect(second?.account).toBe(first?.account)
  expect(third?.account).not.toBe(first?.account)
  expect(text).not.toMatch(/guarita\.demo|segredo/i)
})

it('the server logs a locked account', async () => {
  for (let tries = 0; tries < 11; tries += 1)
    await enter('auditor@guarita.demo', 'errada', { 'x-forwarded-for': '192.0.2.8' })
  expect(noted().at(-1)).toMatchObject({ security: 'sign-in-locked', ip: '192.0.2.8' })
})

it('the server logs a refused call, a session ended by another session, and a change of password', async () => {
  const operator = await signIn(backend, 'operator')
  const elsewhere = await signIn(backend, 'operator')
  noted()
  await operator.call('/rest/simulator/event', { method: 'POST', body: {} })
  expect(noted()).toMatchObject([{ security: 'refused', userId: operator.user.userId }])

  const { result } = await (await elsewhere.call('/rest/auth/sessions')).json()
  const other = result.find(({ current }: { current: boolean }) => !current)
  await elsewhere.call(`/rest/auth/sessions/${other.id}`, { method: 'DELETE' })
  expect(noted()).toMatchObject([{ security: 'session-ended', userId: operator.user.userId, about: other.id }])

  const body = { current: demoPassword, next: 'outra-boa-senha-longa' }
  expect((await elsewhere.call('/rest/auth/password', { method: 'POST', body })).status).toBe(204)
  expect(noted()).toMatchObject([{ security: 'password-changed', userId: operator.user.userId }])
  await elsewhere.call('/rest/auth/sign-out', { method: 'POST' })
  expect(noted()).toEqual([])
})

it("a client can't add a line of its own to the log", async () => {
  // Characters that a header can carry (C1 controls, as bytes) and that a body can carry.
  await enter('x\r\n{"security":"forged"}\u202e\u2028@y.z', 'errada', {
    'user-agent': 'a\u0085\u009b2J{"level":"error"}',
  })
  expect(lines).toHaveLength(1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(lines[0]).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]|\n./)
  expect(noted()[0]).toMatchObject({ security: 'sign-in-failed' })
})

it("the server logs who changed a person's access, and which one-time link was refused", async () => {
  const answers: Record<string, number> = {
    'POST /users': 201,
    'PUT /users/:id': 200,
    'POST /users/:id/disable': 204,
    'GET /users': 200,
    'POST /invitations/look': 404,
    'POST /invitations/accept': 200,
  }
  const app = emptyApplication({ level: 'warn', format: 'json', write: (line) => lines.push(line) }, [], usualLimits)
  app.decorateRequest('identity', null)
  const counts = await securityLog(app, backend.database)
  for (const [route, status] of Object.entries(answers)) {
    const [method = '', path = ''] = route.split(' ')
    app.route({ method, url: `/rest${path}`, handler: (_request, reply) => reply.code(status).send() })
  }
  for (const route of Object.keys(answers)) {
    const [method, path = ''] = route.split(' ')
    await app.inject({ method: method as 'GET', url: `/rest${path.replace(':id', 'user-7')}`, payload: {} })
  }
  expect(noted().map(({ security, about, route }) => [security, about, route])).toEqual([
    ['rights-changed', undefined, 'POST /rest/users'],
    ['rights-changed', 'user-7', 'PUT /rest/users/:id'],
    ['rights-changed', 'user-7', 'POST /rest/users/:id/disable'],
    ['link-failed', undefined, 'POST /rest/invitations/look'],
    ['rights-changed', undefined, 'POST /rest/invitations/accept'],
  ])
  expect(counts).toMatchObject({ 'rights-changed': 4, 'link-failed': 1, refused: 0 })
  await app.close()
})

it('every kind of log entry is documented', () => {
  const table = readFileSync(join(import.meta.dirname, '../../../docs/logs-and-metrics.md'), 'utf8')
  const documented = [...table.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, kind]) => kind)
  expect(documented.filter((kind) => kind !== undefined && kind in securityKinds)).toEqual(Object.keys(securityKinds))
})

it('the server logs each wrong password of a handover with the person who hands over (OPS-2)', async () => {
  const admin = await signIn(backend, 'admin')
  noted()
  const body = { email: 'operador@guarita.demo', password: 'segredo-errado' }
  const give = () => admin.call('/rest/handovers', { method: 'POST', body })
  for (let tries = 0; tries < 11; tries += 1) await give()
  const { userId } = admin.user
  const account = expect.stringMatching(/^[0-9a-f]{16}$/)
  const failed = { security: 'sign-in-failed', userId, account, route: 'POST /rest/handovers' }
  expect(noted()).toMatchObject([...Array(10).fill(failed), { ...failed, security: 'sign-in-locked' }])
})
