import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { demoPassword } from '../../prepared-database.ts'
import { type BackendProcess, startBackendProcess } from './backend-process.ts'

const emails = {
  admin: 'admin@guarita.demo',
  operator: 'operador@guarita.demo',
  auditor: 'auditor@guarita.demo',
} as const

interface PanelFixtures {
  /** Registers a device of the test's own at a backend, up and online; resolves with its wordCode. It goes with the test. */
  registerDevice: (url: string) => Promise<string>
  /** Fails the test on a CSP violation or an uncaught error of any page. */
  cleanConsole: undefined
}

interface Backends {
  /** As it is out of the box. */
  backend: BackendProcess
  /** Its panel has a Firebase project; its one worker is that of push. */
  pushBackend: BackendProcess
  /** Its panel has the inspector, and its device calls give up at once. */
  inspected: BackendProcess
  /** Its device calls give up at once. */
  impatient: BackendProcess
}

/** What Firebase would give a project, for nobody. */
export const firebase = {
  apiKey: 'test-key',
  projectId: 'guarita-test',
  messagingSenderId: '123456789',
  appId: '1:123456789:web:abcdef',
  vapidKey: Buffer.alloc(65, 4).toString('base64url'),
}

/**
 * Playwright's test with the real backend: each of the backends starts when a worker's first test asks for it, is shared
 * by the tests of that worker, and must be left as it was found: a test that stops it starts it again, a test that floods it
 * starts a backend of its own with `startBackendProcess`. They stand here together because Playwright keeps a worker, and its browser, only for
 * tests with the same fixtures of workers.
 */
export const test = base.extend<PanelFixtures, Backends>({
  backend: backendFixture({}),
  pushBackend: backendFixture({ config: { firebase, offlineStart: false } }),
  inspected: backendFixture({ config: { inspector: true }, env: { GUARITA_DEVICE_TIMEOUT_MS: '300' } }),
  impatient: backendFixture({ env: { GUARITA_DEVICE_TIMEOUT_MS: '300' } }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  registerDevice: async ({}, use, { testId, repeatEachIndex }) => {
    const wordCode = `${testId.slice(-8)}-${repeatEachIndex}`.toUpperCase()
    const path = '/device-control/device'
    const made: QaCall[] = []
    await use(async (url) => {
      const call = await qaCall(url)
      const body = { name: 'Leitor de teste', model: 'CA-200', ip: '127.20.9.1', port: 9_100 }
      await call('POST', `${path}/condominio-01/user-admin/${wordCode}`, body)
      made.push(call)
      return wordCode
    })
    for (const call of made) {
      const { result } = (await call('GET', `${path}?wordCode=${wordCode}`)) as { result: unknown[] }
      if (result.length > 0) await call('DELETE', `${path}/database/${wordCode}`)
    }
  },
  cleanConsole: [
    async ({ context }, use) => {
      const problems: string[] = []
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) problems.push(message.text())
      })
      context.on('weberror', (error) => problems.push(error.error().message))
      await use(undefined)
      expect(problems, 'CSP violations and uncaught errors').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** A backend for the tests of a worker; `config` is what its panel reads from `/config.json`. */
function backendFixture({ config, env = {} }: { config?: object; env?: Record<string, string> }) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  const run = async ({}, use: (backend: BackendProcess) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'guarita-config-'))
    const file = join(folder, 'config.json')
    if (config !== undefined) await writeFile(file, JSON.stringify(config))
    const backend = await startBackendProcess({ ...env, ...(config !== undefined && { GUARITA_CONFIG: file }) })
    await use(backend)
    await backend.dispose()
    await rm(folder, { recursive: true })
  }
  // The first one makes the database, on a computer that may be busy with another step.
  const options = { scope: 'worker' as const, timeout: 180_000 }
  return [run, options] as [typeof run, typeof options]
}

/** Signs in by the form, as a person does, and waits for the dashboard. */
export async function signInByForm(page: Page, url: string, who: keyof typeof emails = 'admin'): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(emails[who])
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await connected(page)
}

/**
 * Opens a page of the panel for somebody who has signed in before, and waits until it is connected. The session is
 * real, and kept as the panel keeps it (SES-1, SES-7); who tests signing in does it by the form.
 */
export async function signIn(
  page: Page,
  url: string,
  who: keyof typeof emails = 'admin',
  path = '/dashboard',
): Promise<void> {
  // Not from the page, whose cookies may be those of a session before.
  const session = await newSession(url, who, await page.evaluate(() => navigator.userAgent))
  // A small file of the panel's origin: its storage can be filled before the panel itself is loaded.
  await page.goto(`${url}/icon.svg`)
  await page.evaluate(keepSession, session)
  await page.goto(url + path)
  await connected(page)
}

interface NewSession {
  token: string
  /** Seconds. */
  expiresIn: number
  user: object
}

/** What the server answers to a sign-in. */
export async function newSession(url: string, who: keyof typeof emails, userAgent: string): Promise<NewSession> {
  const answer = await fetch(`${url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: emails[who], password: demoPassword, remember: false }),
  })
  expect(answer.status, 'sign-in').toBe(200)
  return answer.json()
}

/** In a page: keeps a session as the panel does. It stands by itself, since it is sent there as text. */
export function keepSession({ token, expiresIn, user }: NewSession): void {
  const signedInAt = Date.now()
  const ends = { expiration: new Date(signedInAt + expiresIn * 1_000).toISOString(), remember: false }
  localStorage.setItem('user', JSON.stringify({ ...user, ...ends, signedInAt }))
  // biome-ignore lint/suspicious/noDocumentCookie: as the panel itself keeps it
  document.cookie = `session=${encodeURIComponent(JSON.stringify({ token, ...ends }))}; path=/; samesite=lax`
}

async function connected(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
}

/** Makes something happen at a gate, through the embedded backend's own route for tests. */
export async function makeGateEvent(
  url: string,
  { condominiumId, kind }: { condominiumId: string; kind?: string },
): Promise<void> {
  const call = await qaCall(url)
  await call('POST', '/rest/simulator/event', { condominiumId, ...(kind !== undefined && { kind }) })
}

/** Ends what was made of doors and gates, which else lasts for half an hour: the backend is left as it was found. */
export async function closeIncidents(url: string): Promise<void> {
  const call = await qaCall(url)
  const open = (await call('GET', '/rest/incidents/open')) as { result: { id: string; kind: string; life: string }[] }
  for (const { id, kind, life } of open.result)
    if (kind !== 'contact' && life !== 'resolved')
      await call('POST', `/rest/incidents/${id}/deeds`, { deed: 'close', word: 'Era um teste.' })
}

/** The page's server has no incidents, as those of before them. */
export async function withoutIncidents(page: Page): Promise<void> {
  await page.route('**/rest/capabilities', (route) =>
    route.fulfill({ status: 404, json: { error: true, message: 'Não existe.' } }),
  )
}

export type QaCall = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<unknown>

/** A call as the demo admin, who has the permission `qa`, or as another. Throws for an answer that is not a success. */
export async function qaCall(url: string, who: keyof typeof emails = 'admin'): Promise<QaCall> {
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  }
  const credentials = { email: emails[who], password: demoPassword, remember: false }
  const { token } = await call('POST', '/rest/auth/sign-in', credentials)
  return (method, path, body) => call(method, path, body, token)
}

/** Id of a demo condominium by its name, asked as the page's own user; `backendUrl` where it is not the page's. */
export async function condominiumIdOf(page: Page, name: string, backendUrl = ''): Promise<string> {
  const find = async ({ wanted, url }: { wanted: string; url: string }) => {
    const session: { token: string } = JSON.parse(
      decodeURIComponent(/session=([^;]*)/.exec(document.cookie)?.[1] ?? '{}'),
    )
    const { userId }: { userId: string } = JSON.parse(localStorage.getItem('user') ?? '{}')
    const response = await fetch(`${url}/rest/condominium/by-user?userId=${userId}`, {
      headers: { authorization: `Bearer ${session.token}` },
    })
    const { result }: { result: { id: string; name: string }[] } = await response.json()
    return result.find((condominium) => condominium.name === wanted)?.id
  }
  const id = await page.evaluate(find, { wanted: name, url: backendUrl })
  if (id === undefined) throw new Error(`no condominium ${name}`)
  return id
}
