import { test as base, expect, type Page } from '@playwright/test'
import { type BackendProcess, startBackendProcess } from './backend-process.ts'

const emails = {
  admin: 'admin@guarita.demo',
  operator: 'operador@guarita.demo',
  auditor: 'auditor@guarita.demo',
} as const

export const demoPassword = 'guarita-demo'

interface PanelFixtures {
  /** Fails the test on a CSP violation or an uncaught error of any page. */
  cleanConsole: undefined
}

/**
 * Playwright's test with the real backend: `backend` is shared by the tests of a worker and must be left as it was
 * found; a test that stops or floods it starts one of its own with `startBackendProcess`.
 */
export const test = base.extend<PanelFixtures, { backend: BackendProcess }>({
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const backend = await startBackendProcess()
      await use(backend)
      await backend.dispose()
    },
    { scope: 'worker' },
  ],
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

/** Signs in by the page, and waits for the dashboard. */
export async function signIn(page: Page, url: string, who: keyof typeof emails = 'admin'): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(emails[who])
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
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

export type QaCall = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<unknown>

/** A call as the demo admin, who has the permission `qa`. Throws for an answer that is not a success. */
export async function qaCall(url: string): Promise<QaCall> {
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const credentials = { email: emails.admin, password: demoPassword, remember: false }
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
