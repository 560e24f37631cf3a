import type { Page } from '@playwright/test'
import { demoPassword } from '../../prepared-database.ts'
import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { expect, signIn, signInByForm, test } from '../parts/panel-test.ts'

const nextPassword = 'uma senha nova'

async function changePassword(page: Page, current: string, next: string, repeated = next): Promise<void> {
  await page.getByLabel('Senha atual').fill(current)
  await page.getByLabel('Nova senha', { exact: true }).fill(next)
  await page.getByLabel('Repita a nova senha').fill(repeated)
  await page.getByRole('button', { name: 'Alterar senha' }).click()
}

test('changing the password ends the other sessions of the user (SHELL-5)', { tag: '@all' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const backend = await startBackendProcess()
  const elsewhere = await browser.newContext({ locale: 'pt-BR' })
  try {
    await signIn(page, backend.url, 'operator', '/pages/profile')
    const other = await elsewhere.newPage()
    await signIn(other, backend.url, 'operator')
    const sameBrowser = await page.context().newPage()
    await sameBrowser.goto(`${backend.url}/dashboard`)
    const current = page.getByLabel('Senha atual')
    const next = page.getByLabel('Nova senha', { exact: true })
    const done = page
      .getByRole('status')
      .filter({ hasText: 'Senha alterada. As suas outras sessões foram encerradas.' })

    await test.step('a broken rule is shown at its field without a request', async () => {
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

    await test.step('a wrong current password is shown at its field, and the typed texts stay', async () => {
      await changePassword(page, 'errada', nextPassword)
      await expect(current).toHaveAccessibleDescription('Senha atual incorreta.')
      await expect(current).toBeFocused()
      await expect(next).toHaveValue(nextPassword)
    })

    await test.step('the right current password changes the password, empties the fields and shows a message', async () => {
      await changePassword(page, demoPassword, nextPassword)
      await expect(done).toBeVisible()
      await expect(current).toHaveValue('')
      await expect(next).toHaveValue('')
      await expect(page.getByRole('button', { name: 'Alterar senha' })).toBeFocused()
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('the other browser is signed out, both tabs of this browser are not', async () => {
      await expect(other).toHaveURL(/\/login$/)
      await expect(sameBrowser.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
      await page.getByRole('link', { name: 'Painel', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Painel')
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Alterar senha' })).toBeVisible()
      await expect(done).toHaveCount(0)
    })

    await test.step('the old password is refused, the new password signs in', async () => {
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

test('a server that does not answer is reported, and the user can try again', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'operator', '/pages/profile')
  await page.route('**/auth/password', (route) => route.abort())
  await changePassword(page, demoPassword, nextPassword)
  await expect(page.getByRole('alert')).toHaveText('O servidor não respondeu. Tente novamente em instantes.')
  await expect(page.getByLabel('Senha atual')).toHaveValue(demoPassword)
  expect(await axeViolations(page)).toEqual([])
  await page.unroute('**/auth/password')
  await changePassword(page, 'errada', nextPassword)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Senha atual')).toHaveAccessibleDescription('Senha atual incorreta.')
})

test('the profile has the user, the end of the session, the condominiums and the permissions (SHELL-5)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await page.clock.setFixedTime(new Date('2026-03-02T09:00:00-03:00'))
  await signInByForm(page, backend.url, 'operator')
  await page.getByRole('button', { name: 'Menu do usuário' }).click()
  await page.getByRole('menuitem', { name: 'Perfil' }).click()
  const person = page.getByRole('region', { name: 'Seus dados' })
  for (const text of ['Otávio Gonçalves', 'operador@guarita.demo', 'Operação', 'user-operador', 'horizonte'])
    await expect(person.getByText(text, { exact: true })).toBeVisible()
  await expect(person).toContainText('até as 10:00')
  await expect(person).toContainText('Sem “Manter conectado”')
  const condominiums = page.getByRole('region', { name: 'Condomínios' })
  await expect(condominiums).toContainText('8 condomínios')
  await expect(condominiums.getByRole('listitem')).toHaveCount(5)
  await expect(condominiums).toContainText('e mais 3')
  await expect(page.getByRole('region', { name: 'Permissões' }).getByRole('listitem')).toHaveText([
    'Cadastrar e operar dispositivos',
    'Retomar dispositivos em pausa',
    'Abrir portões',
  ])
  await condominiums.getByRole('link', { name: 'Ver os condomínios' }).click()
  await expect(page).toHaveURL(/\/condominiums$/)
  await page.goBack()
  await page.reload()
  await expect(person).toContainText('Mantida porque a página foi recarregada, sem “Manter conectado”')
})

test('sessions on other devices are listed, and ending a session signs it out immediately (SHELL-5)', {
  tag: '@all',
}, async ({ page, browser }) => {
  test.setTimeout(120_000)
  const backend = await startBackendProcess()
  const [office, phone, tablet] = await Promise.all(
    [
      'Firefox/145.0 (Windows NT 10.0)',
      'Version/18.1 Mobile/15E148 Safari/604.1 (iPhone)',
      'Chrome/142.0 (Android 15)',
    ].map((userAgent) => browser.newContext({ locale: 'pt-BR', userAgent })),
  )
  try {
    const others = await Promise.all([office, phone, tablet].map((context) => context?.newPage()))
    for (const other of others) if (other) await signIn(other, backend.url, 'operator')
    const [onOffice, onPhone, onTablet] = others
    await signIn(page, backend.url, 'operator', '/pages/profile')
    const sessions = page.getByRole('region', { name: 'Sessões em outros lugares' })
    const items = sessions.getByRole('listitem')
    const end = (name: string) => items.filter({ hasText: name }).getByRole('button', { name: 'Encerrar sessão' })

    await test.step('each session has its browser, and the own session has no button to end it', async () => {
      await expect(items).toHaveCount(4)
      await expect(items.first()).toContainText('Esta sessão')
      await expect(items.first().getByRole('button')).toHaveCount(0)
      for (const name of ['Firefox no Windows', 'Safari no iPhone', 'Chrome no Android'])
        await expect(items.filter({ hasText: name })).toContainText('vista há menos de 1 minuto')
      await expect(end('Firefox no Windows')).toHaveAccessibleDescription('Firefox no Windows')
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('a session stays listed until the server has ended it', async () => {
      await page.route('**/auth/sessions/*', (route) => route.abort())
      await end('Firefox no Windows').click()
      await expect(sessions.getByRole('alert')).toHaveText(
        'Sessão não encerrada. O servidor não respondeu. Tente novamente em instantes.',
      )
      await expect(items).toHaveCount(4)
      expect(await axeViolations(page)).toEqual([])
      await page.unroute('**/auth/sessions/*')
      await end('Firefox no Windows').press('Enter')
      await expect(items).toHaveCount(3)
      await expect(sessions.getByRole('alert')).toHaveCount(0)
      await expect(sessions.getByRole('status')).toHaveText('Sessão encerrada.')
      await expect(sessions.getByRole('status')).toBeFocused()
      if (onOffice) await expect(onOffice).toHaveURL(/\/login$/)
      if (onPhone) await expect(onPhone).toHaveURL(/\/dashboard$/)
    })

    await test.step('one button ends all other sessions', async () => {
      await sessions.getByRole('button', { name: 'Encerrar todas as outras' }).click()
      await expect(sessions.getByRole('status')).toHaveText('2 sessões encerradas.')
      await expect(items).toHaveCount(1)
      await expect(sessions).toContainText('Você não está em nenhum outro computador ou navegador.')
      for (const other of [onPhone, onTablet]) if (other) await expect(other).toHaveURL(/\/login$/)
      await page.reload()
      await expect(items).toHaveCount(1)
    })
  } finally {
    for (const context of [office, phone, tablet]) await context?.close()
    await backend.dispose()
  }
})

test('a failed load of the sessions is shown, and repeated on request', { tag: '@all' }, async ({ page, backend }) => {
  await page.route('**/auth/sessions', (route) => route.abort())
  await signIn(page, backend.url, 'operator', '/pages/profile')
  const sessions = page.getByRole('region', { name: 'Sessões em outros lugares' })
  await expect(sessions.getByRole('alert')).toHaveText('Não foi possível carregar as suas sessões.')
  await page.unroute('**/auth/sessions')
  await sessions.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(sessions.getByRole('listitem').first()).toContainText('Esta sessão')
})

test('a failed load of the condominiums is shown, and repeated on request', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await page.route('**/condominium/by-user*', (route) => route.abort())
  await signIn(page, backend.url, 'operator', '/pages/profile')
  const condominiums = page.getByRole('region', { name: 'Condomínios' })
  await expect(condominiums.getByRole('alert')).toHaveText('Não foi possível carregar os condomínios.')
  await page.unroute('**/condominium/by-user*')
  await condominiums.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(condominiums.getByRole('listitem')).toHaveCount(5)
})

test('without a Firebase project the profile refers to the bell', { tag: '@all' }, async ({ page, backend }) => {
  await signIn(page, backend.url, 'operator', '/pages/profile')
  const notifications = page.getByRole('region', { name: 'Notificações do navegador' })
  await expect(notifications).toContainText('Não configuradas')
  await expect(notifications).toContainText('Os avisos aparecem no sino')
  await expect(notifications.getByRole('button')).toHaveCount(0)
})
