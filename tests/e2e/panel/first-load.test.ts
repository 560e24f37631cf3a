import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import budgets from '../budgets.json' with { type: 'json' }
import { expect, signIn, signInByForm, test } from '../parts/panel-test.ts'

const distDir = join(import.meta.dirname, '../../../dist')

interface Loaded {
  path: string
  kind: 'js' | 'css' | 'other'
  brotli: number
  gzip: number
}

/** Collects what a page loads; sizes are those of the bodies as they were sent, and as a gzip host would send them. */
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

test('the sign-in page stays within its budget', async ({ page, backend }) => {
  const loads = watchLoads(page)
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
})

test('the sign-in page loads neither socket, push nor any signed-in page', async ({ page, backend }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await page.goto(`${backend.url}/login`)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const source = (await Promise.all(scripts)).join('\n')
  expect(source).toContain('Manter conectado')
  expect(source).not.toContain('Eventos ao vivo')
  expect(source).not.toMatch(/\bEIO\b|firebaseinstallations/)
})

test('without a Firebase project nothing of Firebase is loaded, asked or registered, signed in neither', async ({
  page,
  backend,
}) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.reject(new Error('nobody was to be asked'))
  })
  await signIn(page, backend.url)
  await page.waitForLoadState('networkidle')
  const source = (await Promise.all(scripts)).join('\n')
  expect(source).toContain('Eventos ao vivo')
  expect(source).not.toContain('firebaseinstallations')
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
})

test('the first dashboard after a sign-in stays within its budget', async ({ page, backend }) => {
  const loads = watchLoads(page)
  await signInByForm(page, backend.url)
  await page.waitForLoadState('networkidle')
  const loaded = (await loads()).filter(({ path }) => !path.startsWith('/rest/') && !path.startsWith('/socket.io'))
  const figures = { requests: loaded.length, brotli: { all: total(loaded, 'brotli') } }
  console.log('dashboard, first visit', JSON.stringify(figures))
  expect(figures.requests).toBeLessThanOrEqual(budgets['/dashboard'].requests)
  expect(figures.brotli.all).toBeLessThanOrEqual(budgets['/dashboard'].brotli.all)
})
