import type { Page } from '@playwright/test'
import { codeAt } from '../../backend/sessions/authenticator.ts'
import { demoPassword } from '../../prepared-database.ts'
import { axeViolations } from '../parts/axe.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'
import { type ServerAtNight, startNight, tomorrowAt } from '../parts/server-at-night.ts'

let night: ServerAtNight
test.beforeAll(async () => {
  night = await startNight(tomorrowAt(22, 0), { monitorEveryMs: 0 })
})
test.afterAll(() => night.dispose())

/**
 * Resolves to the code that an authenticator shows now, by the clock of the server, which has advanced to a time step
 * without an accepted code.
 */
async function nextCode(secret: string): Promise<string> {
  night.pass(60_000)
  const { headers } = await fetch(`${night.url}/livez`)
  return codeAt(secret, Date.parse(headers.get('date') ?? ''))
}

async function enterPassword(page: Page): Promise<void> {
  await page.goto(`${night.url}/login`)
  await page.getByLabel('E-mail').fill('admin@guarita.demo')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu d/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
}

test('a person sets up a second factor, signs in with a code and with a recovery code, and removes it (SES-12)', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const card = page.getByRole('region', { name: 'Verificação em duas etapas' })
  const code = page.getByLabel('Código', { exact: true })
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  const forgetProofs = () => night.database.execute('update sessions set proved_at = null')
  await signIn(page, night.url, 'admin', '/pages/profile')

  await forgetProofs()
  await card.getByRole('button', { name: 'Ativar a verificação' }).click()
  await proof.getByLabel('Sua senha').fill(demoPassword)
  await proof.getByRole('button', { name: 'Confirmar' }).click()
  await expect(card.getByRole('img', { name: /QR code/ })).toBeVisible()
  expect(await axeViolations(card)).toEqual([])
  const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await code.fill('000000')
  await card.getByRole('button', { name: 'Ativar' }).click()
  await expect(code).toHaveAccessibleDescription(/Código incorreto ou já usado/)
  await code.fill(await nextCode(secret))
  await card.getByRole('button', { name: 'Ativar' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await card.getByRole('listitem').allTextContents()
  expect(await axeViolations(card)).toEqual([])
  const download = page.waitForEvent('download')
  await card.getByRole('link', { name: 'Baixar' }).click()
  expect((await download).suggestedFilename()).toBe('codigos-de-recuperacao.txt')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await card.getByRole('button', { name: 'Imprimir' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  await page.emulateMedia({ media: 'print' })
  await expect(card.getByText(recoveryCode)).toBeVisible()
  await expect(card.getByText('Impresso em')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Verificação em duas etapas'])
  await page.emulateMedia({ media: 'screen' })
  await card.getByRole('button', { name: 'Já guardei os códigos' }).click()
  await expect(card.getByText('Restam 10 códigos de recuperação.')).toBeVisible()

  await signOut(page)
  await enterPassword(page)
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Voltar ao e-mail e à senha' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await enterPassword(page)
  await code.fill('000000')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Código incorreto ou já usado/)
  await code.fill(await nextCode(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto(`${night.url}/users/user-auditor`)
  await forgetProofs()
  await page.getByRole('button', { name: 'Criar link para outra senha' }).click()
  await page.getByRole('button', { name: 'Criar link', exact: true }).click()
  await proof.getByLabel('Sua senha').fill(demoPassword)
  await page.keyboard.press('Enter')
  const proofCode = proof.getByLabel('Código da segunda etapa')
  await expect(proofCode).toBeFocused()
  await proofCode.fill(await nextCode(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Link criado' })).toBeVisible()
  await page.getByRole('button', { name: 'Fechar' }).click()

  await signOut(page)
  await enterPassword(page)
  await page.getByRole('button', { name: 'Estou sem o celular' }).click()
  await expect(page.getByLabel('Código de recuperação')).toBeFocused()
  await page.getByLabel('Código de recuperação').fill(recoveryCode.toLowerCase())
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(`${night.url}/pages/profile`)
  await expect(card.getByText('Restam 9 códigos de recuperação.')).toBeVisible()
  await code.fill(await nextCode(secret))
  await card.getByRole('button', { name: 'Desativar' }).click()
  await expect(card.getByRole('button', { name: 'Ativar a verificação' })).toBeVisible()
})
