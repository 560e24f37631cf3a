import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { mountPoints, routes } from '../../../contract/wire/routes.ts'
import { plantMachineToken } from '../machines/planted-machine.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

const signInWith = (body: string, type: string) =>
  fetch(`${backend.url}/rest/auth/sign-in`, { method: 'POST', headers: { 'content-type': type }, body })

it.each<[string, number, string, () => Promise<Response>]>([
  ['no token', 401, 'Sua sessão não é válida. Entre novamente.', () => fetch(`${backend.url}/rest/condominium`)],
  [
    'a dead token',
    401,
    'Sua sessão não é válida. Entre novamente.',
    () => admin.call('/rest/api/health', { headers: { authorization: 'Bearer nada' } }),
  ],
  [
    'no token on a path that does not exist',
    401,
    'Sua sessão não é válida. Entre novamente.',
    () => fetch(`${backend.url}/rest/nada`),
  ],
  [
    'no token on a path written with escapes',
    401,
    'Sua sessão não é válida. Entre novamente.',
    () => fetch(`${backend.url}/%72est/condominium/by-user`),
  ],
  ['a path that does not exist', 404, 'Não encontrado.', () => admin.call('/rest/nada')],
  ['a device path that does not exist', 404, 'Não encontrado.', () => admin.call('/device-control/nada/nada')],
  ['a method that does not exist', 404, 'Não encontrado.', () => admin.call('/rest/condominium', { method: 'PATCH' })],
  ['a static file that does not exist', 404, 'Não encontrado.', () => fetch(`${backend.url}/assets/nada.js`)],
  ['an escape that is none', 400, 'A requisição está malformada.', () => fetch(`${backend.url}/rest/%zz`)],
  ['malformed JSON', 400, 'A requisição está malformada.', () => signInWith('{"email":', 'application/json')],
  ['a body that is no object', 400, 'A requisição está malformada.', () => signInWith('[1]', 'application/json')],
  ['no body', 400, 'A requisição está malformada.', () => signInWith('', 'application/json')],
  [
    'another content type',
    415,
    'Este tipo de conteúdo não é aceito. Envie JSON.',
    () => signInWith('a=1', 'text/plain'),
  ],
])('%s answers %i with the common error body', async (_case, status, message, call) => {
  const response = await call()
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual({ error: true, message })
})

const withJsonBody = Object.values(routes)
  .flatMap((topic) => Object.values(topic))
  .filter(({ body }) => body !== undefined && body !== 'spreadsheet')
  .map(({ method, base, path }) => ({ method, path: mountPoints[base] + path }))
const tooLarge =
  'O conteúdo enviado tem mais de 1 MB, o limite de um envio. Nada foi guardado. Divida o conteúdo e envie em partes menores.'

it.each(withJsonBody)('$method $path answers a body over 1 MiB with the limit and the next step', async (route) => {
  const { token } = route.path === '/rest/device-events' ? await plantMachineToken(backend) : admin
  const path = route.path.replace(':userId', admin.user.userId).replace(':condominiumId', 'condominio-01')
  const response = await fetch(backend.url + path, {
    method: route.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ text: 'a'.repeat(1024 * 1024) }),
  })
  expect([response.status, await response.json()]).toEqual([413, { error: true, message: tooLarge }])
})

it('the server reads the rest of a body that is too large, so that a proxy can pass on the answer', async () => {
  const bytes = 4 * 1024 * 1024
  const socket = connect(backend.port, '127.0.0.1')
  const head = `POST /rest/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`
  socket.write(`${head}{`)
  const [first] = await once(socket, 'data')
  expect(String(first)).toMatch(/^HTTP\/1.1 413 /)
  socket.write(Buffer.alloc(bytes - 1, 'a'))
  socket.end('GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect(await text(socket)).toContain('"alive":true')
})

it('the server answers an internal failure with a text that hides its details', async () => {
  await backend.database.script('alter table events rename to events_away')
  const response = await admin.call('/rest/events/condominio-01')
  await backend.database.script('alter table events_away rename to events')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ error: true, message: 'Erro interno. Tente novamente em instantes.' })
})

it('the server answers bytes that are not HTTP with a 400 and the common error body', async () => {
  const socket = connect(backend.port, '127.0.0.1')
  socket.end('NADA\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
    error: true,
    message: 'A requisição está malformada.',
  })
})
