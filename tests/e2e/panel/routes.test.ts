import { expect, signIn, test } from '../parts/panel-test.ts'

test.describe('routes of the specification (SHELL-1)', () => {
  test('three addresses show the landing page with a link to the sign-in page', async ({ page, backend }) => {
    for (const path of ['/landingPage', '/landing', '/home']) {
      await page.goto(backend.url + path)
      await expect(page.getByRole('link', { name: 'Entrar' }).first()).toHaveAttribute('href', '/login')
    }
    await page.getByRole('link', { name: 'Entrar' }).first().click()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('the root redirects to the sign-in page, and Back skips the root', async ({ page, backend }) => {
    await page.goto(`${backend.url}/landing`)
    await page.goto(backend.url)
    await expect(page).toHaveURL(/\/login$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/landing$/)
  })

  test('both addresses of the sign-in page show it', { tag: '@all' }, async ({ page, backend }) => {
    await page.goto(`${backend.url}/pages/custompages/signin`)
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  })

  test('an unknown address shows the error page with 404 (SHELL-3)', { tag: '@all' }, async ({ page, backend }) => {
    await page.goto(`${backend.url}/nowhere`)
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByText('404 Not Found')).toBeVisible()
  })
})

test('the second address of the dashboard shows it, and each of its numbers leads to a list (SHELL-1, SHELL-4)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'admin', '/indexpage')
  await expect(page.getByRole('region', { name: 'Eventos ao vivo' })).toBeVisible()
  for (const [name, url] of [
    [/com movimento/i, /atividade=ativos$/],
    [/sem movimento/i, /atividade=inativos$/],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await expect(page).toHaveURL(url)
    await expect(page.getByRole('heading', { level: 1, name: 'Condomínios' })).toBeVisible()
    await page.goBack()
  }
})
