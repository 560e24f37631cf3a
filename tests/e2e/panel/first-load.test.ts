import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import { demoPassword } from '../../prepared-database.ts'
import budgets from '../budgets.json' with { type: 'json' }
import { inTurn } from '../parts/in-turn.ts'
import { expect, signIn, signInByForm, test } from '../parts/panel-test.ts'

const distDir = join(import.meta.dirname, '../../../dist')

interface Loaded {
  path: string
  kind: 'js' | 'css' | 'other'
  brotli: number
  gzip: number
}

/** Collects the responses of a page, with the body sizes as sent, and as a gzip host would send them. */
function watchLoads(page: Page): () => Promise<Loaded[]> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  return () =>
    Promise.all(
      responses.map(async (response) => {
        const path = new URL(response.url()).pathname
        const kind = path.endsWith('.js') ? 'js' : path.endsWith('.css') ? 'css' : 'other'
        const { responseBodySize } = await response.request().sizes()
        const gzip = await stat(join(distDir, `${path}.gz`)).catch(() => null)
        return { path, kind, brotli: responseBodySize, gzip: gzip?.size ?? responseBodySize }
      }),
    )
}

function total(loads: readonly Loaded[], encoding: 'brotli' | 'gzip', kind?: Loaded['kind']): number {
  return loads.filter((load) => kind === undefined || load.kind === kind).reduce((sum, load) => sum + load[encoding], 0)
}

test('the sign-in page stays within its budget, without socket, push or code of signed-in pages', async ({
  page,
  backend,
}) => {
  const loads = watchLoads(page)
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await page.goto(`${backend.url}/login`)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const loaded = await loads()
  const figures = {
    requests: loaded.length,
    brotli: { all: total(loaded, 'brotli'), js: total(loaded, 'brotli', 'js'), css: total(loaded, 'brotli', 'css') },
    gzip: { js: total(loaded, 'gzip', 'js'), css: total(loaded, 'gzip', 'css') },
  }
  console.log('sign-in page', JSON.stringify(figures))
  const budget = budgets['/login']
  expect(figures.requests, loaded.map(({ path }) => path).join(' ')).toBeLessThanOrEqual(budget.requests)
  expect(figures.brotli.all).toBeLessThanOrEqual(budget.brotli.all)
  expect(figures.brotli.js).toBeLessThanOrEqual(budget.brotli.js)
  expect(figures.brotli.css).toBeLessThanOrEqual(budget.brotli.css)
  expect(figures.gzip.js).toBeLessThanOrEqual(budget.gzip.js)
  expect(figures.gzip.css).toBeLessThanOrEqual(budget.gzip.css)
  const source = (await Promise.all(scripts)).join('\n')
  expect(source).toContain('Manter conectado')
  expect(source).not.toContain('Eventos ao vivo')
  expect(source).not.toMatch(/\bEIO\b|firebaseinstallations/)
})

test('without a Firebase project no push code is loaded, requested or registered, also after the sign-in', async ({
  page,
  backend,
}) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.reject(new Error('no permission must be requested'))
  })
  await signIn(page, backend.url)
  await page.waitForLoadState('networkidle')
  const source = (await Promise.all(scripts)).join('\n')
  expect(source).toContain('Eventos ao vivo')
  expect(source).not.toContain('firebaseinstallations')
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
})

/** Lists the paths that the server sends to the page from now on, without answers from a cache. */
async function watchSent(page: Page): Promise<() => string[]> {
  const session = await page.context().newCDPSession(page)
  const fromCache = new Set<string>()
  const answers: { id: string; path: string }[] = []
  session.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) fromCache.add(requestId)
    answers.push({ id: requestId, path: new URL(response.url).pathname })
  })
  await session.send('Network.enable')
  return () => answers.filter(({ id }) => !fromCache.has(id)).map(({ path }) => path)
}

test('the first input into the sign-in form prefetches the signed-in code, once', async ({ page, backend }) => {
  const sent = await watchSent(page)
  const ofSignedIn = () =>
    sent()
      .filter((path) => path.includes('/signed-in-'))
      .map(extname)
      .sort()
  await page.goto(`${backend.url}/login`)
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.waitForLoadState('networkidle')
  expect(ofSignedIn()).toEqual([])
  await page.getByLabel('E-mail').press('a')
  await expect.poll(ofSignedIn).toEqual(['.css', '.js'])
  await page.getByLabel('E-mail').fill('admin@guarita.demo')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible()
  expect(ofSignedIn()).toEqual(['.css', '.js'])
})

for (const kind of inTurn(['js', 'css'] as const, 0))
  test(`if the prefetch (${kind}) failed, the code loads with the sign-in, and the typed text stays`, async ({
    page,
    backend,
  }) => {
    let failed = 0
    const pattern = `**/signed-in-*.${kind}`
    await page.route(pattern, (route) => {
      failed += 1
      return route.abort()
    })
    await page.goto(`${backend.url}/login`)
    await page.getByLabel('E-mail').fill('admin@guarita.demo')
    await expect.poll(() => failed).toBe(1)
    await page.unroute(pattern)
    await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
    await expect(page.getByLabel('E-mail')).toHaveValue('admin@guarita.demo')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible()
    await expect(page.locator('.header')).toHaveCSS('display', 'flex')
  })

test('if the signed-in code fails to load, the panel shows a message, and a reload opens the session', async ({
  page,
  backend,
}) => {
  await page.route('**/signed-in-*.js*', (route) => route.abort())
  await page.goto(`${backend.url}/login`)
  await page.getByLabel('E-mail').fill('admin@guarita.demo')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Uma parte do painel não chegou.')).toBeVisible()
  await page.unroute('**/signed-in-*.js*')
  await page.getByRole('button', { name: 'Recarregar a página' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible()
})

test('styles that load later do not override styles of the first page (BOOT-2)', async ({ page, backend }) => {
  await signIn(page, backend.url)
  // Emulates a first visit: on later visits the server sends links instead of inline stylesheets.
  await page.context().clearCookies({ name: /^(?!session)/ })
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Eventos ao vivo' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.locator('style[href*="/panel-"]'), 'the stylesheet came with the page').toHaveCount(1)
  await page.clock.runFor(5_000)
  await expect(page.locator('link[href*="/toasts-"]'), 'later code has loaded').toHaveCount(1)
  await expect(page.locator('link[href*="/panel-"]:not([type])')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeHidden()
})

test('an address inside the panel fetches its page in parallel with the flows', async ({ page, backend }) => {
  await signIn(page, backend.url, 'admin', '/health')
  let isPageAsked = false
  page.on('request', (request) => {
    if (request.url().includes('/devices-page-')) isPageAsked = true
  })
  await page.route('**/signed-in-*.js', async (route) => {
    await expect.poll(() => isPageAsked, { message: 'the page is requested before the flows have loaded' }).toBe(true)
    await route.continue()
  })
  await page.goto(`${backend.url}/devices?estado=online`)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
})

test('the first dashboard after a sign-in stays within its budget', async ({ page, backend }) => {
  const loads = watchLoads(page)
  await signInByForm(page, backend.url)
  await page.waitForLoadState('networkidle')
  const loaded = (await loads()).filter(({ path }) => !/^\/(rest|device-control|socket\.io)\//.test(path))
  const figures = { requests: loaded.length, brotli: { all: total(loaded, 'brotli') } }
  console.log('dashboard, first visit', JSON.stringify(figures))
  expect(figures.requests).toBeLessThanOrEqual(budgets['/dashboard'].requests)
  expect(figures.brotli.all).toBeLessThanOrEqual(budgets['/dashboard'].brotli.all)
})
