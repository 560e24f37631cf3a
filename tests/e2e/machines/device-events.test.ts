import { axeViolations } from '../parts/axe.ts'
import { closeIncidents, expect, qaCall, signIn, test } from '../parts/panel-test.ts'

const wordCode = 'ACUDE-01'

async function send(url: string, token: string, kind: string, description: string): Promise<void> {
  const at = new Date().toISOString()
  const answer = await fetch(`${url}/rest/device-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ id: `${kind} ${at}`, wordCode, kind, at, description }] }),
  })
  expect((await answer.json()).result[0].message).toBe('')
}

test.afterEach(({ backend }) => closeIncidents(backend.url))

test('a machine gets a token on the page, its unknown event appears in grey, and a kind that calls rings (EVT-1, CALL-4)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'admin', '/users')
  await page.getByRole('link', { name: 'Integrações' }).click()
  const tokens = page.getByRole('region', { name: 'Acessos de máquinas' })
  await tokens.getByRole('button', { name: 'Criar acesso' }).click()
  await expect(tokens.getByLabel('Nome da máquina ou do lugar')).toHaveAccessibleDescription('Preencha este campo.')
  await tokens.getByLabel('Nome da máquina ou do lugar').fill('Central do Açude')
  await tokens.getByLabel('Dispositivos de todos os condomínios').uncheck()
  await tokens.getByRole('button', { name: 'Criar acesso' }).click()
  await expect(tokens.getByText('Escolha o condomínio, ou marque todos.')).toBeVisible()
  await tokens.getByLabel('Dispositivos de todos os condomínios').check()
  await tokens.getByRole('button', { name: 'Criar acesso' }).click()
  const token = await tokens.getByLabel('Acesso de Central do Açude').inputValue()
  expect(await axeViolations(page.locator('main'))).toEqual([])

  await test.step('a token has an end, and a token that ends soon is marked', async () => {
    const item = (name: string) => tokens.getByRole('listitem').filter({ hasText: name })
    await expect(item('Central do Açude')).toContainText('Vale até')
    await expect(item('Central do Açude')).not.toContainText('Termina em')
    const call = await qaCall(backend.url)
    await call('POST', '/rest/machine-tokens', { name: 'Central velha', condominiumIds: null, days: 5 })
    await page.reload()
    await expect(item('Central velha')).toContainText('Termina em 5 dias: crie outro e troque o acesso na máquina.')
  })

  await test.step('an unknown code is in the live list, in grey', async () => {
    await page.getByRole('link', { name: 'Painel', exact: true }).click()
    const feed = page.getByRole('region', { name: 'Eventos ao vivo' })
    await expect(feed).toBeVisible()
    await send(backend.url, token, 'E999', 'Zona 7')
    const row = feed.getByRole('listitem').filter({ hasText: 'Evento E999' })
    await expect(row).toContainText('Zona 7')
    await expect(row).toHaveClass(/tone-neutral/)
  })

  await test.step('after a kind is saved or changed, the form is ready for the next kind; a listed code is not overwritten', async () => {
    await page.goto(`${backend.url}/integrations`)
    const kinds = page.getByRole('region', { name: 'Tipos de evento' })
    const [code, name] = [kinds.getByLabel('Código', { exact: true }), kinds.getByLabel('Nome', { exact: true })]
    const save = kinds.getByRole('button', { name: 'Salvar tipo' })
    const rows = kinds.getByRole('list', { name: 'Códigos com nome' }).getByRole('listitem')
    await code.fill('E777')
    await name.fill('Cerca')
    await save.click()
    await expect(rows).toHaveText([/Cerca/])
    await expect(code).toHaveValue('')
    await code.fill('E777')
    await name.fill('Outra coisa')
    await save.click()
    await expect(kinds.getByText('Este código já está na lista. Use Alterar, ao lado dele.')).toBeVisible()
    await rows.getByRole('button', { name: 'Alterar Cerca' }).click()
    await expect(code).toHaveAttribute('readonly', '')
    await name.fill('Cerca elétrica')
    await save.click()
    await expect(rows).toHaveText([/Cerca elétrica/])
    await expect(code).not.toHaveAttribute('readonly')
    await expect(code).toHaveValue('')
    await rows.getByRole('button', { name: 'Alterar Cerca elétrica' }).click()
    await kinds.getByRole('button', { name: 'Cancelar' }).click()
    await expect(code).toHaveValue('')
    await rows.getByRole('button', { name: 'Retirar Cerca elétrica' }).click()
    await expect(rows).toHaveCount(0)
  })

  await test.step('a catalogued kind that calls is an incident on the desk', async () => {
    await page.goto(`${backend.url}/integrations`)
    const kinds = page.getByRole('region', { name: 'Tipos de evento' })
    await kinds.getByText('Trazer códigos comuns (Contact ID)').click()
    await kinds.getByLabel('E120 Pânico').check()
    await kinds.getByRole('button', { name: 'Trazer os escolhidos' }).click()
    await expect(kinds.getByRole('listitem').filter({ hasText: 'Pânico' })).toContainText('E120, urgente, chama alguém')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Ocorrências/ })
      .click()
    await send(backend.url, token, 'E120', 'Botão da portaria')
    const unclaimed = page.getByRole('region', { name: /^Ninguém cuida/ })
    await expect(unclaimed.getByRole('listitem').filter({ hasText: 'Pânico' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Pânico' }).first()).toBeVisible()
  })

  await test.step('the search finds events by a kind of the catalogue and by an unknown code', async () => {
    await page.goto(`${backend.url}/events`)
    const found = page.getByRole('list', { name: 'Eventos' }).getByRole('listitem')
    await page.getByLabel('Tipo').selectOption('Pânico')
    await expect(found).toHaveCount(1)
    await expect(found).toContainText('Botão da portaria')
    await page.goto(`${backend.url}/events?tipo=E998`)
    await expect(page.getByLabel('Tipo')).toHaveValue('E998')
    await expect(page.getByText('Nenhum evento passa por este filtro.')).toBeVisible()
  })

  await test.step('an ended token sends nothing more', async () => {
    await page.goto(`${backend.url}/integrations`)
    const row = page.getByRole('region', { name: 'Acessos de máquinas' }).getByRole('listitem')
    await row.filter({ hasText: 'Central do Açude' }).getByRole('button').click()
    await expect(row.filter({ hasText: 'Central do Açude' })).toHaveCount(0)
    await expect(send(backend.url, token, 'E999', '')).rejects.toThrow()
  })
  const call = await qaCall(backend.url)
  await call('DELETE', '/rest/event-kinds/E120')
})
