import { demoPassword } from '../../prepared-database.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

for (const [path, text] of [
  ['/devices/%E0%A4%A', 'Nenhum dispositivo tem o código %E0%A4%A'],
  ['//dashboard', 'Esta página não existe ou mudou de endereço.'],
] as const)
  test(`the address ${path} shows a page of the panel (SHELL-1)`, async ({ page, backend }) => {
    await signIn(page, backend.url)
    await page.goto(backend.url + path)
    await expect(page.getByText(text).first()).toBeVisible()
  })

test('/index.html leads to the sign-in page, as / does (SHELL-1)', async ({ page, backend }) => {
  await page.goto(`${backend.url}/index.html`)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('E-mail')).toBeVisible()
})

test('the panel starts in a browser that forbids IndexedDB (AUD-2)', async ({ page, backend }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  await signIn(page, backend.url)
  await page.goto(`${backend.url}/devices`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dispositivos' })).toBeVisible()
})

test('an HttpOnly XSRF cookie of another application at this host does not prevent the sign-in (HTTP-3)', async ({
  page,
  context,
  backend,
}) => {
  await page.goto(`${backend.url}/login`)
  const { hostname } = new URL(backend.url)
  await context.addCookies([
    { name: 'XSRF-TOKEN', value: 'x'.repeat(43), domain: hostname, path: '/', httpOnly: true, sameSite: 'Lax' },
  ])
  await signIn(page, backend.url)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a full local storage does not sign a person out at the reload (SES-1)', async ({ page, backend }) => {
  await page.goto(`${backend.url}/login`)
  await page.evaluate(() => {
    for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2))
      for (let count = 0; count < 3; count += 1)
        try {
          localStorage.setItem(`other-${size}-${count}`, 'x'.repeat(size))
        } catch {
          break
        }
  })
  await page.getByLabel('E-mail').fill('admin@guarita.demo')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible()
})

test('a browser translator does not change the panel, so that shown ages are still updated (STATE-7)', async ({
  page,
  backend,
}) => {
  await page.goto(`${backend.url}/login`)
  expect(await page.evaluate(() => document.documentElement.translate)).toBe(false)
})
