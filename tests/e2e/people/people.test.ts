import type { Page } from '@playwright/test'
import { demoPassword } from '../../prepared-database.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'
import { startNight, tomorrowAt } from '../parts/server-at-night.ts'

const password = 'portão azul de madeira'

async function joinBy(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Seu acesso ao painel' })).toBeVisible()
  expect(page.url(), 'the secret stays in no address').toMatch(/\/convite$/)
  await page.reload()
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Definir a senha e entrar' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

test('a person is invited, joins by the link, gets changed permissions, and loses access when disabled (ACC-2)', async ({
  page,
  backend,
  browser,
}) => {
  const name = `Marina ${Date.now()}`
  const elsewhere = await browser.newContext({ locale: 'pt-BR' })
  const hers = await elsewhere.newPage()
  await test.step('the administrator invites the person', async () => {
    await signIn(page, backend.url, 'admin', '/users')
    await page.getByRole('link', { name: 'Convidar pessoa' }).click()
    await page.getByRole('button', { name: 'Criar o convite' }).click()
    await expect(page.getByLabel('Nome')).toBeFocused()
    await page.getByLabel('Nome').fill(name)
    await page.getByLabel('E-mail').fill(`${name.replace(' ', '.')}@porto.com.br`)
    await page.getByLabel('Tipo').selectOption('Auditoria')
    await page.getByRole('checkbox', { name: 'Consultar a auditoria' }).uncheck()
    await page.getByRole('button', { name: 'Criar o convite' }).click()
    await expect(page.getByRole('heading', { name: `O convite de ${name} está pronto` })).toBeFocused()
  })
  await joinBy(hers, await page.getByLabel(`Link de ${name}`).inputValue())
  const audit = hers.getByRole('link', { name: 'Auditoria' })
  await expect(hers.getByRole('link', { name: 'Perfil' })).toBeVisible()
  await expect(audit).toBeHidden()

  await test.step('a change of permissions applies to the person', async () => {
    await page.getByRole('link', { name: `Ver ${name}` }).click()
    await page.getByRole('checkbox', { name: 'Consultar a auditoria' }).check()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText(/^Ana Albuquerque alterou as permissões/)).toBeVisible()
    await hers.reload()
    await expect(audit).toBeVisible()
  })

  await test.step('the person manages people, but only reads the access of the administrator, who has more rights (ACC-5)', async () => {
    await page.getByRole('checkbox', { name: 'Cuidar das pessoas com acesso' }).check()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Salvo. Já vale para o que a pessoa tem aberto.')).toBeVisible()
    await hers.goto(`${backend.url}/users/user-admin`)
    await expect(hers.getByText('Esta pessoa tem permissões que você não tem.')).toHaveCount(2)
    await expect(hers.getByLabel('Nome')).not.toBeEditable()
    await expect(hers.getByRole('checkbox', { name: 'Cuidar das pessoas com acesso' })).toBeDisabled()
    await expect(hers.getByRole('button', { name: /^(Salvar|Desativar|Criar link para outra senha)$/ })).toHaveCount(0)
  })

  await page.getByRole('button', { name: 'Desativar' }).click()
  await page
    .getByRole('dialog', { name: `Desativar ${name}?` })
    .getByRole('button', { name: 'Desativar' })
    .click()
  await expect(hers).toHaveURL(/\/login$/)
  await expect(page.getByText('Acesso desativado: a pessoa já está fora do painel.')).toBeVisible()
  await elsewhere.close()
})

test('a one-time link and a wall link are made only after the person enters the password again (ACC-4)', async ({
  page,
}) => {
  const night = await startNight(tomorrowAt(22, 0), { monitorEveryMs: 0 })
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  const forgetProofs = () => night.database.execute('update sessions set proved_at = null')
  try {
    await signIn(page, night.url, 'admin', '/users/user-auditor')
    await forgetProofs()
    await page.getByRole('button', { name: 'Criar link para outra senha' }).click()
    await page.getByRole('button', { name: 'Criar link', exact: true }).click()
    await expect(proof.getByLabel('Sua senha')).toBeFocused()
    await proof.getByLabel('Sua senha').fill('errada')
    await proof.getByRole('button', { name: 'Confirmar' }).click()
    await expect(proof.getByText('Senha incorreta.')).toBeVisible()
    await proof.getByLabel('Sua senha').fill(demoPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Link criado' })).toBeVisible()
    await page.getByRole('button', { name: 'Fechar' }).click()

    await page.goto(`${night.url}/pages/profile`)
    await forgetProofs()
    await page.getByLabel('Onde fica a tela').fill('Guarita norte')
    await page.getByRole('button', { name: 'Fazer link' }).click()
    await expect(proof.getByLabel('Sua senha')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/Confirme que é você: informe a sua senha/)).toBeVisible()
    await page.getByRole('button', { name: 'Fazer link' }).click()
    await proof.getByLabel('Sua senha').fill(demoPassword)
    await proof.getByRole('button', { name: 'Confirmar' }).click()
    await expect(page.getByLabel('Link de Guarita norte')).toBeVisible()
  } finally {
    await night.dispose()
  }
})

test('if two administrators change a person, the second sees the change of the first and keeps the typed text (ACC-2)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await signIn(page, backend.url, 'admin', '/users')
  await page.getByRole('link', { name: 'Aurélia Simões' }).click()
  await page.getByLabel('Nome').fill('Aurélia S. Simões')
  const other = await page.context().newPage()
  await other.goto(`${backend.url}/users/user-auditor`)
  await other.getByRole('checkbox', { name: 'Importar planilhas' }).check()
  await other.getByRole('button', { name: 'Salvar' }).click()
  await expect(other.getByText('Salvo.')).toBeVisible()

  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { name: 'Outra pessoa alterou este acesso' })).toBeFocused()
  await expect(page.getByRole('row', { name: /^Nome Aurélia S\. Simões Aurélia Simões$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Permissões Você não alterou .*Importar planilhas/ })).toBeVisible()
  await page.getByRole('button', { name: 'Salvar as minhas alterações' }).click()
  await expect(page.getByRole('heading', { name: 'Aurélia S. Simões' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Importar planilhas' })).toBeChecked()

  await page.getByLabel('Nome').fill('Aurélia Simões')
  await page.getByRole('checkbox', { name: 'Importar planilhas' }).uncheck()
  await page.getByRole('link', { name: 'Voltar às pessoas' }).click()
  const question = page.getByRole('dialog', { name: 'Descartar alterações?' })
  await question.getByText('Continuar editando').click()
  for (let times = 0; times < 2; times += 1) {
    await page.goBack()
    await expect(question).toBeVisible()
  }
  await expect(page).toHaveURL(/\/users\/[^/]+$/)
  await question.getByText('Continuar editando').click()
  await expect(page.getByLabel('Nome')).toHaveValue('Aurélia Simões')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Salvo.')).toBeVisible()
  await page.getByLabel('Nome').fill('Outro nome')
  await page.goBack()
  await question.getByText('Descartar e sair').click()
  await expect(page.getByRole('link', { name: 'Aurélia Simões' })).toBeVisible()
})

test('a user without the permission sees no people, and no user can disable their own access (ACC-1, ACC-2)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await signIn(page, backend.url, 'admin', '/users/user-admin')
  await expect(page.getByText('só outra pessoa pode desativá-lo')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Cuidar das pessoas com acesso' }).uncheck()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert')).toContainText('Ninguém mais poderia cuidar das pessoas com acesso')
  await signIn(page, backend.url, 'operator', '/users')
  await expect(page.getByText('Esta página é para quem tem a permissão “Cuidar das pessoas com acesso”.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pessoas' })).toHaveCount(0)
})

test('the first administrator sets up an empty installation, once (ACC-1)', { tag: '@all' }, async ({ page }) => {
  const empty = await startBackendProcess({}, ['--seed', 'none'])
  try {
    const printedLink = () => /http:\S+\/convite#\S+/.exec(empty.printed())?.[0] ?? ''
    await expect.poll(printedLink).not.toBe('')
    const link = printedLink()
    await page.goto(link)
    await page.getByRole('button', { name: 'Começar' }).click()
    await expect(page.getByLabel('Seu nome')).toBeFocused()
    await page.getByLabel('Seu nome').fill('Ana Souza')
    await page.getByLabel('Nome da empresa').fill('Administradora Porto')
    await page.getByLabel('E-mail').fill('ana@porto.com.br')
    await page.getByLabel('Senha', { exact: true }).fill('12345678')
    await page.getByRole('button', { name: 'Começar' }).click()
    await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Começar' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { name: 'Primeiros passos' })).toBeVisible()

    await page.goto(link)
    await expect(page.getByText('Este link não vale mais')).toBeVisible()
  } finally {
    await empty.dispose()
  }
})
