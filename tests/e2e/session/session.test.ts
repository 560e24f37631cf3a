import type { Page } from '@playwright/test'
import { demoPassword } from '../../prepared-database.ts'
import { axeViolations } from '../parts/axe.ts'
import { expect, signIn, signInByForm, test } from '../parts/panel-test.ts'

const minuteMs = 60_000

interface SessionCookie {
  token: string
  expiration: string
  remember: boolean
}

async function sessionCookie(page: Page): Promise<SessionCookie | null> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'session')
  return cookie ? JSON.parse(decodeURIComponent(cookie.value)) : null
}

async function expiredDialogConfirmed(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Sessão expirada' })
  await expect(dialog).toBeVisible()
  await expect(page.getByLabel('Condomínio selecionado')).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button').click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('E-mail')).toBeVisible()
}

test.describe('signing in', () => {
  test('wrong credentials get a message, and the typed e-mail stays (A11Y-1)', async ({ page, backend }) => {
    await page.goto(`${backend.url}/login`)
    await page.getByLabel('E-mail').fill('admin@guarita.demo')
    await page.getByLabel('Senha', { exact: true }).fill('errada')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByRole('alert')).toHaveText('E-mail ou senha inválidos')
    await expect(page.getByLabel('E-mail')).toHaveValue('admin@guarita.demo')
    await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('the requested page is shown after the sign-in (SES-11)', { tag: '@all' }, async ({ page, backend }) => {
    await page.goto(`${backend.url}/condominiums?atividade=ativos`)
    await expect(page).toHaveURL(/\/login\?/)
    await page.getByLabel('E-mail').fill('admin@guarita.demo')
    await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page).toHaveURL(/\/condominiums\?atividade=ativos$/)
    await page.goto(`${backend.url}/login`)
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('the sign-in does not redirect to another host', { tag: '@all' }, async ({ page, backend }) => {
    await page.goto(`${backend.url}/login?next=${encodeURIComponent('//evil.example/')}`)
    await page.getByLabel('E-mail').fill('admin@guarita.demo')
    await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page).toHaveURL(`${backend.url}/dashboard`)
  })
})

test.describe('a stored session', () => {
  test('is extended to an hour and set to be remembered when the page loads (SES-6)', { tag: '@all' }, async ({
    page,
    backend,
  }) => {
    await signInByForm(page, backend.url)
    expect((await sessionCookie(page))?.remember).toBe(false)
    const before = Date.now()
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
    const cookie = await sessionCookie(page)
    expect(cookie?.remember).toBe(true)
    expect(Date.parse(cookie?.expiration ?? '')).toBeGreaterThanOrEqual(before + 59 * minuteMs)
  })

  test('without "Manter conectado" ends with the browser on a shared computer, also after a reload (sharedComputer)', async ({
    page,
    backend,
  }) => {
    await page.route('**/config.json', (route) => route.fulfill({ json: { sharedComputer: true } }))
    await page.goto(`${backend.url}/login`)
    await expect(page.getByLabel('Manter conectado')).toHaveAccessibleDescription(/até fechar o navegador/)
    await signInByForm(page, backend.url)
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
    expect((await sessionCookie(page))?.remember).toBe(false)
    expect((await page.context().cookies()).find(({ name }) => name === 'session')?.expires).toBe(-1)

    // A browser that closes deletes a cookie without an expiry date.
    await page.context().clearCookies({ name: 'session' })
    await page.reload()
    await expect(page.getByLabel('E-mail')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  })

  test('that has expired shows a message and ends at the sign-in page (SES-6)', { tag: '@all' }, async ({
    page,
    backend,
  }) => {
    await signIn(page, backend.url)
    await page.context().clearCookies({ name: 'session' })
    await page.reload()
    await expiredDialogConfirmed(page)
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  })

  test('that the server refuses ends immediately at the sign-in page (SES-5)', { tag: '@all' }, async ({
    page,
    backend,
  }) => {
    await signIn(page, backend.url)
    const cookie = await sessionCookie(page)
    await fetch(`${backend.url}/rest/auth/sign-out`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cookie?.token}` },
    })
    await expect(page).toHaveURL(/\/login$/)
    expect(await sessionCookie(page)).toBeNull()
  })

  test('has a warning before its end, can be continued, and ends without an answer (SES-9)', async ({
    page,
    backend,
  }) => {
    await page.clock.install()
    await signInByForm(page, backend.url)
    await page.clock.fastForward(56 * minuteMs)
    const warning = page.getByRole('alertdialog', { name: 'Sua sessão vai expirar' })
    await expect(warning).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await warning.getByRole('button', { name: 'Continuar conectado' }).click()
    await expect(warning).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.fastForward(56 * minuteMs)
    await expect(warning).toBeVisible()
    await page.clock.fastForward(5 * minuteMs)
    await expiredDialogConfirmed(page)
  })

  test('with "Manter conectado" renews by itself (SES-9)', { tag: '@all' }, async ({ page, backend }) => {
    await page.clock.install()
    await page.goto(`${backend.url}/login`)
    await page.getByLabel('E-mail').fill('operador@guarita.demo')
    await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
    await page.getByLabel('Manter conectado').check()
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    const first = await sessionCookie(page)
    const renewal = page.waitForResponse('**/auth/renew')
    await page.clock.fastForward(31 * minuteMs)
    expect((await renewal).status()).toBe(200)
    await expect
      .poll(async () => Date.parse((await sessionCookie(page))?.expiration ?? ''))
      .toBeGreaterThan(Date.parse(first?.expiration ?? '') + 25 * minuteMs)
  })
})

test.describe('two tabs (SES-10)', () => {
  test('signing in or out in one tab applies to the other tab', async ({ context, backend }) => {
    const first = await context.newPage()
    const second = await context.newPage()
    await second.goto(`${backend.url}/login`)
    await expect(second.getByLabel('E-mail')).toBeVisible()
    await signInByForm(first, backend.url)
    await expect(second).toHaveURL(/\/dashboard$/)
    await second.getByRole('button', { name: 'Menu do usuário' }).click()
    await second.getByRole('menuitem', { name: 'Sair' }).click()
    await expect(second).toHaveURL(/\/login$/)
    await expect(first).toHaveURL(/\/login$/)
  })
})
