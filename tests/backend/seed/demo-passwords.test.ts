import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { demoDataDir, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const emails = ['admin@guarita.demo', 'operador@guarita.demo', 'auditor@guarita.demo', 'admin@litoral.demo']
let dataDir: string
let backend: Backend

beforeAll(async () => {
  dataDir = await demoDataDir()
})
afterEach(() => backend.close())
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function enter(email: string, password = ''): Promise<number> {
  const answer = await fetch(`${backend.url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.status
}

it('all demo accounts have the public password if only this computer can reach the server (ACC-3)', async () => {
  // In memory: another test changes the passwords in the data directory.
  backend = await startTestBackend()
  expect(await backend.demoSignIns()).toEqual(emails.map((email) => ({ email, password: 'guarita-demo' })))
})

it('if others can reach the server, random passwords replace the public password, are shown once, and end earlier sessions (ACC-3)', async () => {
  backend = await startTestBackend({ dataDir })
  const { token } = await signIn(backend, 'admin')
  await backend.close()
  backend = await startTestBackend({ dataDir, hasNoPublicPassword: true })
  const signIns = await backend.demoSignIns()
  expect(signIns.map(({ email }) => email)).toEqual(emails)
  expect(new Set(signIns.map(({ password }) => password)).size).toBe(emails.length)
  for (const { email, password } of signIns) {
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect([await enter(email, password), await enter(email, 'guarita-demo')]).toEqual([200, 400])
  }
  const old = await fetch(`${backend.url}/rest/api/health`, { headers: { authorization: `Bearer ${token}` } })
  expect(old.status).toBe(401)
  await backend.close()
  backend = await startTestBackend({ dataDir })
  expect(await backend.demoSignIns()).toEqual(emails.map((email) => ({ email })))
})

it('if others can reach the server, a password that the operator chose stays, unless it is the public one (ACC-3)', async () => {
  for (const demoPassword of ['uma escolhida', 'guarita-demo']) {
    backend = await startTestBackend({ hasNoPublicPassword: true, demoPassword })
    const [first] = await backend.demoSignIns()
    expect(first?.password === 'uma escolhida').toBe(demoPassword === 'uma escolhida')
    expect(await enter(emails[0] ?? '', first?.password)).toBe(200)
    expect(await enter(emails[0] ?? '', 'guarita-demo')).toBe(400)
    await backend.close()
  }
})
