import type { Page } from '@playwright/test'
import { inTurn } from '../parts/in-turn.ts'
import { expect, signIn, signInByForm, test } from '../parts/panel-test.ts'

async function usable(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeEnabled()
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
}

for (const cookie of inTurn(['garbage', '%E0%A4%A'], 0))
  test(`an invalid session cookie (${cookie}) leads to a usable sign-in page`, async ({ page, context, backend }) => {
    await context.addCookies([{ name: 'session', value: cookie, url: backend.url }])
    await page.goto(`${backend.url}/dashboard`)
    await usable(page)
    await signInByForm(page, backend.url)
  })

test('invalid local storage leads to a usable sign-in page', { tag: '@all' }, async ({ page, context, backend }) => {
  await page.goto(`${backend.url}/icon.svg`)
  await page.evaluate(() => {
    for (const key of ['user', 'condominium', 'frontend_version']) localStorage.setItem(key, '{"broken')
  })
  await context.addCookies([{ name: 'session', value: '%7B%22token%22%3A%22t%22%7D', url: backend.url }])
  await page.goto(`${backend.url}/login`)
  await usable(page)
})

for (const refusal of inTurn(['full', 'forbidden'] as const, 0))
  test(`an operator can sign in while local storage is ${refusal}`, async ({ page, backend }) => {
    await page.addInitScript((kind) => {
      const refuse = () => {
        throw new DOMException('no', kind === 'full' ? 'QuotaExceededError' : 'SecurityError')
      }
      if (kind === 'full') Storage.prototype.setItem = refuse
      else Object.defineProperty(window, 'localStorage', { get: refuse })
    }, refusal)
    await signInByForm(page, backend.url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

for (const hours of inTurn([-7, 7], 0))
  test(`a clock that is wrong by ${hours} hours affects neither the session nor the ages`, { tag: '@all' }, async ({
    page,
    backend,
  }) => {
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    await signInByForm(page, backend.url)
    await page.clock.runFor(5_000)
    await page.getByRole('combobox', { name: 'Buscar Condomínio' }).click()
    await expect(
      page
        .getByRole('option')
        .filter({ hasText: /Agora|minuto/ })
        .first(),
    ).toBeVisible()
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
    await page.goto(`${backend.url}/devices/AGUAVIVA-01`)
    await expect(page.getByText(/último contato há (menos de 1|\d) minuto/)).toBeVisible()
  })

test('names with HTML are shown as text', async ({ page, backend }) => {
  const hostile = '<img src=x onerror="document.title=`owned`"><b>Torre</b>'
  await page.route('**/condominium/by-user*', (route) =>
    route.fulfill({
      json: { result: [{ id: 'h', name: hostile, wordCode: 'H-1', customersId: 'c' }, { id: 3 }, null] },
    }),
  )
  await signIn(page, backend.url)
  await page.getByRole('combobox', { name: 'Buscar Condomínio' }).fill('torre')
  await page.getByRole('option').first().click()
  await expect(page.getByLabel('Condomínio selecionado')).toHaveValue(hostile)
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
})

test('an answer that is not JSON is reported at its element, and retried on request', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await page.route('**/condominium/by-user*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Portal de visitantes</h1>' }),
  )
  await signIn(page, backend.url)
  await page.getByRole('combobox', { name: 'Buscar Condomínio' }).click()
  await expect(page.getByText('Não foi possível carregar os condomínios.').first()).toBeVisible()
  await page.unroute('**/condominium/by-user*')
  await page.getByRole('button', { name: 'Tentar novamente' }).first().click()
  await page.getByRole('combobox', { name: 'Buscar Condomínio' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('an invalid key of config.json is named on its own page (CFG-1)', async ({ page, backend }) => {
  await page.route('**/config.json', (route) => route.fulfill({ json: { socketNamespace: 'sem barra' } }))
  await page.goto(backend.url)
  await expect(page.getByText('socketNamespace')).toBeVisible()
})

test('without config.json the defaults apply (CFG-1)', { tag: '@all' }, async ({ page, backend }) => {
  await page.route('**/config.json', (route) => route.fulfill({ status: 404 }))
  await signIn(page, backend.url)
})
