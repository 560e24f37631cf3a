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
  /** Registers a new online device at a backend; resolves with its wordCode. The device is deleted after the test. */
  registerDevice: (url: string) => Promise<string>
  /** Fails the test on a CSP violation or an uncaught error of any page. */
  cleanConsole: undefined
}

interface Backends {
  /** Backend with the default configuration. */
  backend: BackendProcess
  /** Its panel has a Firebase project and the inspector; its only service worker is the push worker. */
  pushBackend: BackendProcess
  /** Its panel has the inspector and a namespace of the socket; its device calls time out after 300 ms. */
  inspected: BackendProcess
  /** Its device calls time out after 300 ms. */
  impatient: BackendProcess
}

/** Configuration of a Firebase project that does not exist. */
export const firebase = {
  apiKey: 'test-key',
  projectId: 'guarita-test',
  messagingSenderId: '123456789',
  appId: '1:123456789:web:abcdef',
  vapidKey: Buffer.alloc(65, 4).toString('base64url'),
}

/**
 * Playwright's test with real backends. A backend starts with the first test of a worker that needs it, and the tests
 * of that worker share it. A test leaves it unchanged: it restarts a backend that it stops, and uses
 * `startBackendProcess` for many events. All backends are fixtures of one test, because Playwright reuses a worker and
 * its browser only for tests with the same worker fixtures.
 */
export const test = base.extend<PanelFixtures, Backends>({
  backend: backendFixture({}),
  pushBackend: backendFixture({ config: { firebase, offlineStart: false, inspector: true } }),
  inspected: backendFixture({
    config: { inspector: true, socketNamespace: '/painel', documentOwner: 'Ana Albuquerque, síndica' },
    env: { GUARITA_DEVICE_TIMEOUT_MS: '300', GUARITA_SOCKET_NAMESPACES: '/painel' },
  }),
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

/** Backend for the tests of a worker; `config` is the `/config.json` of its panel. */
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
  // The first backend creates the database, on a computer that may be busy with another step.
  const options = { scope: 'worker' as const, timeout: 180_000 }
  return [run, options] as [typeof run, typeof options]
}

/** Signs in by the form and waits for the dashboard. */
export async function signInByForm(page: Page, url: string, who: keyof typeof emails = 'admin'): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(emails[who])
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await connected(page)
}

/**
 * Opens a page with a real session that is stored as the panel stores it (SES-1, SES-7), and waits until the panel is
 * connected. Tests of signing in use the form.
 */
export async function signIn(
  page: Page,
  url: string,
  who: keyof typeof emails = 'admin',
  path = '/dashboard',
): Promise<void> {
  // Not from the page: its cookies may belong to an earlier session.
  const session = await newSession(url, who, await page.evaluate(() => navigator.userAgent))
  // A small file of the panel's origin, to fill its storage before the panel loads.
  await page.goto(`${url}/icon.svg`)
  await page.evaluate(keepSession, session)
  await page.goto(url + path)
  await connected(page)
}

interface NewSession {
  token: string
  /** In seconds. */
  expiresIn: number
  user: { userId: string }
}

/** Signs in at the server; resolves with its answer. */
export async function newSession(url: string, who: keyof typeof emails, userAgent: string): Promise<NewSession> {
  const answer = await fetch(`${url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: emails[who], password: demoPassword, remember: false }),
  })
  expect(answer.status, 'sign-in').toBe(200)
  return answer.json()
}

/** Runs in a page: stores a session as the panel does. Uses no other function, because Playwright sends it as text. */
export function keepSession({ token, expiresIn, user }: NewSession): void {
  const signedInAt = Date.now()
  const ends = { expiration: new Date(signedInAt + expiresIn * 1_000).toISOString(), remember: false }
  const { userId } = user
  localStorage.setItem('user', JSON.stringify({ ...user, ...ends, signedInAt }))
  // As after a sign-in whose first page has called for the open incidents, in a browser with a choice for the sound.
  localStorage.setItem('guarita:alerts-sign-in', `${userId} ${signedInAt}`)
  localStorage.setItem('alertSound', localStorage.getItem('alertSound') ?? 'off')
  // biome-ignore lint/suspicious/noDocumentCookie: as the panel itself keeps it
  document.cookie = `session=${encodeURIComponent(JSON.stringify({ token, ...ends }))}; path=/; samesite=lax`
}

async function connected(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
}

/** Creates an event at a gate, through the test route of the embedded backend. */
export async function makeGateEvent(
  url: string,
  { condominiumId, kind }: { condominiumId: string; kind?: string },
): Promise<void> {
  const call = await qaCall(url)
  await call('POST', '/rest/simulator/event', { condominiumId, ...(kind !== undefined && { kind }) })
}

/** Closes incidents of doors and gates, which would otherwise last for half an hour in the shared backend. */
export async function closeIncidents(url: string): Promise<void> {
  const call = await qaCall(url)
  const open = (await call('GET', '/rest/incidents/open')) as { result: { id: string; kind: string; life: string }[] }
  for (const { id, kind, life } of open.result)
    if (kind !== 'contact' && life !== 'resolved')
      await call('POST', `/rest/incidents/${id}/deeds`, {
        deed: 'close',
        word: 'Era um teste.',
        unmetReason: 'Era um teste.',
      })
}

/** Hides the incidents of the server, as on a server of an earlier version. */
export async function withoutIncidents(page: Page): Promise<void> {
  await page.route('**/rest/capabilities', (route) =>
    route.fulfill({ status: 404, json: { error: true, message: 'Não existe.' } }),
  )
}

export type QaCall = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<unknown>

/**
 * Calls the server as the demo admin, who has the permission `qa`, or as another user. Throws if the answer is not a
 * success.
 */
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

/** Finds the id of a demo condominium as the user of the page; `backendUrl` if the page has another host. */
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
