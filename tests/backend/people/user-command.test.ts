import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { io } from 'socket.io-client'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { valuesOf } from '../../../backend/database/row-values.ts'
import { runLocalCommand } from '../../../backend/local-commands/run-command.ts'
import type { DatabasePlace } from '../../../backend/open-database.ts'
import type { UserCommandInput } from '../../../backend/people/user-command.ts'
import type { Backend } from '../../../backend/server.ts'
import { usualAccess } from '../../../contract/rights.ts'
import { oneTimeLink } from '../../../contract/wire/answers/people.ts'
import { eventually } from '../../eventually.ts'
import { cheapenPasswords } from '../../prepared-database.ts'
import { demoDataDir, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'
import { plantSecondFactor } from '../sessions/planted-second-factor.ts'

const people = v.array(v.looseObject({ email: v.string(), status: v.string(), customerName: v.string() }))
const projectDir = join(import.meta.dirname, '../../..')
let dataDir: string
let target: DatabasePlace
let backend: Backend

beforeAll(async () => {
  dataDir = await demoDataDir()
  const postgresUrl = inject('postgresUrl')
  backend = await startTestBackend({ dataDir, sessionSweepMs: 600_000 })
  target =
    postgresUrl === undefined
      ? { dataDir }
      : { dataDir: 'memory', databaseUrl: await postgresCopy(postgresUrl, 'demo', dataDir) }
})
afterAll(async () => {
  await backend.close()
  await rm(dataDir, { recursive: true, force: true })
})

function user(input: UserCommandInput): Promise<unknown> {
  return runLocalCommand(target, 'user', input)
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${backend.url}/rest${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Runs the command in a process of its own, with `input` as standard input. */
async function terminal(args: string[], input = ''): Promise<{ code: number | null; printed: string; errors: string }> {
  const child = spawn(process.execPath, [join(projectDir, 'backend/commands/user.ts'), ...args], {
    env: {
      ...process.env,
      ...(target.databaseUrl === undefined ? { GUARITA_DATA: dataDir } : { DATABASE_URL: target.databaseUrl }),
    },
  })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, printed, errors }
}

it('the command adds a person while the server runs, and the person joins by the printed link (ACC-1)', async () => {
  const email = 'Nova@Guarita.demo'
  const added = {
    act: 'add',
    email,
    name: 'Nova Prado',
    type: 'operator',
    customer: 'Administradora Horizonte',
  } as const
  const { token } = v.parse(oneTimeLink, await user(added))
  expect((await post('/invitations/accept', { token, password: 'porta da frente 9' })).status).toBe(200)
  const { user: record } = await (await post('/auth/sign-in', { email, password: 'porta da frente 9' })).json()
  expect(record).toMatchObject({ customersId: 'horizonte', permissions: usualAccess.operator.permissions })
  const listed = v.parse(people, await user({ act: 'list' }))
  expect(listed.map((person) => person.email)).toContain('nova@guarita.demo')
  await expect(user(added)).rejects.toThrow('já está em uso')
  await expect(user({ ...added, email: 'outra@guarita.demo', customer: 'Ninguém' })).rejects.toThrow('Litoral')
})

it('disabling a person by the command closes the open socket immediately, and is recorded (ACC-1, ACC-2)', async () => {
  const admin = await signIn(backend, 'admin')
  const { token } = await signIn(backend, 'operator')
  const socket = io(backend.url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  await user({ act: 'disable', email: 'operador@guarita.demo' })
  await eventually(() => expect(socket.connected).toBe(false))
  await expect(signIn(backend, 'operator')).rejects.toThrow('400')
  await user({ act: 'enable', email: 'operador@guarita.demo' })
  await signIn(backend, 'operator')
  const { result } = await (await admin.call('/rest/users/user-operador/history')).json()
  expect(result).toMatchObject([
    { act: 'enabled', by: null },
    { act: 'disabled', by: null },
  ])
})

it("the command can't disable the last administrator (ACC-1)", async () => {
  await expect(user({ act: 'disable', email: 'admin@litoral.demo' })).rejects.toThrow('Ninguém mais poderia cuidar')
  await signIn(backend, 'outsider')
})

it('the command prints its result and sets an exit code, and reads a password from standard input (ACC-1)', async () => {
  const email = 'admin@litoral.demo'
  const outsider = await signIn(backend, 'outsider')
  const common = await terminal(['password', email], 'senha1234\n')
  expect(common).toMatchObject({ code: 1, printed: '', errors: expect.stringContaining('Muita gente usa esta senha') })
  const changed = await terminal(['password', email], 'porta da frente 9\n')
  expect(changed).toMatchObject({ code: 0, errors: '', printed: expect.stringContaining('A senha de') })
  expect((await outsider.call('/rest/api/health')).status).toBe(401)
  expect((await post('/auth/sign-in', { email, password: 'porta da frente 9' })).status).toBe(200)
  await cheapenPasswords(backend.database)
  const unknown = await terminal(['disable', 'ninguem@guarita.demo'])
  expect(unknown).toMatchObject({ code: 1, errors: expect.stringContaining('Não há ninguém com o e-mail') })
  const errors = await terminal(['add', email])
  expect(errors).toMatchObject({ code: 1, errors: expect.stringContaining('Uso: npx guarita user') })
})

it('`guarita user require-reason` sets whether an opening needs a reason (OPEN-1)', async () => {
  const needing = () =>
    valuesOf(backend.database, 'select id from customers where opening_needs_reason', [], v.string())
  const [customersId = ''] = await valuesOf(
    backend.database,
    'select id from customers order by id limit 1',
    [],
    v.string(),
  )
  expect(await terminal(['require-reason', 'on', '--customer', customersId])).toMatchObject({ code: 0 })
  expect(await needing()).toEqual([customersId])
  expect(await terminal(['require-reason', 'off', '--customer', customersId])).toMatchObject({ code: 0 })
  expect(await needing()).toEqual([])
})

it('`guarita user` requires second factors of people with users:write, and resets the second factor of a person (SES-12)', async () => {
  const email = 'admin@litoral.demo'
  const [{ customersId = '' } = {}] = await backend.database.query(
    'select customers_id as "customersId" from users where email = $1',
    [email],
    v.object({ customersId: v.string() }),
  )
  const required = await terminal(['require-2fa', 'on', '--customer', customersId])
  expect(required).toMatchObject({ code: 0, printed: expect.stringContaining('depois de ativar a verificação') })
  expect((await signIn(backend, 'outsider')).user.permissions).not.toContain('users:write')
  const unclear = await terminal(['require-2fa', 'talvez', '--customer', customersId])
  expect(unclear).toMatchObject({ code: 1, errors: expect.stringContaining('Uso: npx guarita user') })
  expect(await terminal(['require-2fa', 'off', '--customer', customersId])).toMatchObject({ code: 0 })
  const { user: outsider } = await signIn(backend, 'outsider')
  expect(outsider.permissions).toContain('users:write')
  await plantSecondFactor(backend.database, outsider.userId)
  expect(await terminal(['reset-2fa', email])).toMatchObject({
    code: 0,
    printed: expect.stringContaining('entra de novo só com a senha'),
  })
  await signIn(backend, 'outsider')
})
