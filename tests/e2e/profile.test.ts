import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { startBackendProcess } from './backend-process.ts'
import { demoPassword, expect, signIn, test } from './panel-test.ts'

const nextPassword = 'uma senha nova'

async function changePassword(page: Page, current: string, next: string, repeated = next): Promise<void> {
  await page.getByLabel('Senha atual').fill(current)
  await page.getByLabel('Nova senha', { exact: true }).fill(next)
  await page.getByLabel('Repita a nova senha').fill(repeated)
  await page.getByRole('button', { name: 'Alterar senha' }).click()
}

test('a password is changed, and the other sessions of its owner end (SHELL-5)', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const backend = await startBackendProcess()
  const elsewhere = await browser.newContext({ locale: 'pt-BR' })
  try {
    await signIn(page, backend.url, 'operator')
    const other = await elsewhere.newPage()
    await signIn(other, backend.url, 'operator')
    const sameBrowser = await page.context().newPage()
    await sameBrowser.goto(`${backend.url}/dashboard`)
    await page.goto(`${backend.url}/pages/profile`)
    const current = page.getByLabel('Senha atual')
    const next = page.getByLabel('Nova senha', { exact: true })
    const done = page
      .getByRole('status')
      .filter({ hasText: 'Senha alterada. As suas outras sessões foram encerradas.' })

    await test.step('what breaks a rule is said at its field without asking the server', async () => {
      let asked = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/auth/password')) asked += 1
      })
      await page.getByRole('button', { name: 'Alterar senha' }).click()
      await expect(current).toBeFocused()
      await expect(current).toHaveAccessibleDescription('Informe a senha atual.')
      await expect(next).toHaveAccessibleDescription(/Use pelo menos 8 caracteres\./)
      expect(await axeViolations(page)).toEqual([])
      await changePassword(page, demoPassword, nextPassword, 'outra senha')
      await expect(page.getByLabel('Repita a nova senha')).toBeFocused()
      await expect(page.getByLabel('Repita a nova senha')).toHaveAttribute('aria-invalid', 'true')
      await expect(current).toHaveAttribute('aria-invalid', 'false')
      expect(asked).toBe(0)
    })

    await test.step('a wrong current password is said at its field, and nothing typed is lost', async () => {
      await changePassword(page, 'errada', nextPassword)
      await expect(current).toHaveAccessibleDescription('Senha atual incorreta.')
      await expect(current).toBeFocused()
      await expect(next).toHaveValue(nextPassword)
    })

    await test.step('the right one changes it, empties the fields and says so', async () => {
      await changePassword(page, demoPassword, nextPassword)
      await expect(done).toBeVisible()
      await expect(current).toHaveValue('')
      await expect(next).toHaveValue('')
      await expect(page.getByRole('button', { name: 'Alterar senha' })).toBeFocused()
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('the other browser is signed out, this one with its other tab is not', async () => {
      await expect(other).toHaveURL(/\/login$/)
      await expect(sameBrowser.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
      await page.getByRole('link', { name: 'Painel', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Painel')
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Alterar senha' })).toBeVisible()
      await expect(done).toHaveCount(0)
    })

    await test.step('the old password is refused, the new one signs in', async () => {
      await other.getByLabel('E-mail').fill('operador@guarita.demo')
      await other.getByLabel('Senha', { exact: true }).fill(demoPassword)
      await other.getByRole('button', { name: 'Entrar' }).click()
      await expect(other.getByRole('alert')).toHaveText('E-mail ou senha inválidos')
      await other.getByLabel('Senha', { exact: true }).fill(nextPassword)
      await other.getByRole('button', { name: 'Entrar' }).click()
      await expect(other).toHaveURL(/\/dashboard$/)
    })
  } finally {
    await elsewhere.close()
    await backend.dispose()
  }
})

test('a server that does not answer is said, and a person may try again', async ({ page, backend }) => {
  await signIn(page, backend.url, 'operator')
  await page.goto(`${backend.url}/pages/profile`)
  await page.route('**/auth/password', (route) => route.abort())
  await changePassword(page, demoPassword, nextPassword)
  await expect(page.getByRole('alert')).toHaveText('Sem resposta do servidor. Verifique a conexão e tente novamente.')
  await expect(page.getByLabel('Senha atual')).toHaveValue(demoPassword)
  expect(await axeViolations(page)).toEqual([])
  await page.unroute('**/auth/password')
  await changePassword(page, 'errada', nextPassword)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Senha atual')).toHaveAccessibleDescription('Senha atual incorreta.')
})
