import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeFirstLink } from '../../../backend/people/one-time-links.ts'
import type { Backend } from '../../../backend/server.ts'
import { demoDataDir, startTestBackend } from '../parts/embedded-backend.ts'

const dataDirs: string[] = []
let backend: Backend
const password = 'porta da frente 9'
const rui = { name: 'Rui Prado', email: 'Rui@Predio.com.br', customerName: 'Prédios do Rui' }

beforeAll(async () => {
  backend = await startTestBackend({ seed: 'none' })
})
beforeEach(() => backend.database.script('delete from customers; delete from one_time_links'))
afterAll(async () => {
  await backend.close()
  for (const directory of dataDirs) await rm(directory, { recursive: true, force: true })
})

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${backend.url}/rest${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function newLink(): Promise<string> {
  return (await makeFirstLink(backend.database, Date.now())).token
}

it('the first administrator of an empty installation joins by a link and gets all rights but qa (ACC-1)', async () => {
  const token = await newLink()
  const seen = await (await post('/invitations/look', { token })).json()
  expect(seen).toMatchObject({ kind: 'first-administrator', name: null, email: null, customerName: null })
  const incomplete = await post('/invitations/accept', { token, password, name: 'Rui Prado' })
  expect([incomplete.status, Object.keys((await incomplete.json()).fields)]).toEqual([422, ['email', 'customerName']])
  const common = await post('/invitations/accept', { token, password: 'senha1234', ...rui })
  expect([common.status, Object.keys((await common.json()).fields)]).toEqual([422, ['password']])
  const accepted = await post('/invitations/accept', { token, password, ...rui })
  expect(await accepted.json()).toEqual({ email: 'rui@predio.com.br' })
  const { user } = await (await post('/auth/sign-in', { email: rui.email, password })).json()
  expect(user).toMatchObject({ name: 'Rui Prado', type: 'admin' })
  expect(user.permissions).toContain('users:write')
  expect(user.permissions).not.toContain('qa')
})

it('a link from any earlier start is valid until a first administrator exists (ACC-1)', async () => {
  const [older, newer] = [await newLink(), await newLink()]
  expect((await post('/invitations/look', { token: newer })).status).toBe(200)
  expect((await post('/invitations/accept', { token: older, password, ...rui })).status).toBe(200)
  expect((await post('/invitations/look', { token: newer })).status).toBe(404)
  expect((await post('/invitations/accept', { token: newer, password, ...rui })).status).toBe(409)
})

it('only one person becomes first administrator when several use their links at the same time (ACC-1)', async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, newLink))
  const answers = await Promise.all(
    tokens.map((token, index) =>
      post('/invitations/accept', { token, password, ...rui, email: `rui${index}@predio.com.br` }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
})

it('an installation that is in use never gets demo data, even if a later start asks for them (ACC-3)', async () => {
  const dataDir = await demoDataDir()
  dataDirs.push(dataDir)
  const begun = await startTestBackend({ dataDir })
  await begun.database.script('delete from seeds; delete from notifications; delete from users')
  await begun.close()
  const later = await startTestBackend({ dataDir, seed: 'demo' })
  expect([later.seed, await later.demoSignIns()]).toEqual(['none', []])
  await later.close()
})
