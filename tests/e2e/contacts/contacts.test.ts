import { readFile } from 'node:fs/promises'
import { xlsxOf } from '../../contract/spreadsheet/spreadsheet-files.ts'
import { axeViolations } from '../parts/axe.ts'
import { closeIncidents, expect, makeGateEvent, signIn, test } from '../parts/panel-test.ts'

const place = 'condominio-03'
const xlsx = (name: string, rows: string[][]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(xlsxOf([['Papel', 'Nome', 'Telefone', 'Horário'], ...rows])),
})

test('the contacts of a condominium are edited, ordered and shown beside an incident (PROC-1, DESK-2)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'admin', `/condominiums/${place}`)
  const main = page.getByRole('main')
  const phones = main.getByRole('region', { name: 'Telefones' })
  await expect(phones.getByRole('term').first()).toHaveText('Síndico')
  await expect(phones.getByRole('link', { name: '190' })).toHaveAttribute('href', 'tel:190')
  await phones.getByRole('link', { name: 'Alterar contatos' }).click()
  const list = main.getByRole('list', { name: 'Contatos na ordem das ligações' })
  await expect(list.getByRole('listitem')).toHaveCount(1)

  await test.step('a wrong telephone keeps the form open with a clear text', async () => {
    await main.getByRole('button', { name: 'Incluir contato' }).click()
    await expect(main.getByLabel('Papel', { exact: true })).toBeFocused()
    await main.getByLabel('Papel', { exact: true }).selectOption('Outro')
    await main.getByLabel('Qual papel').fill('Chaveiro')
    await main.getByLabel('Telefone').fill('1133')
    await main.getByRole('button', { name: 'Salvar contato' }).click()
    await expect(main.getByText('Informe um só telefone: com DDD, um 0800, ou um número curto como 190.')).toBeVisible()
    await expect(main.getByLabel('Telefone')).toBeFocused()
    await main.getByLabel('Telefone').fill('11 3333-4444')
    await main.getByRole('button', { name: 'Salvar contato' }).click()
    await expect(list.getByRole('listitem').nth(1)).toContainText('Chaveiro(11) 3333-4444')
  })

  await test.step('keys move a contact, which keeps the focus', async () => {
    await main.getByRole('button', { name: /^Alterar Chaveiro/ }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(list.getByRole('listitem').first()).toContainText('Chaveiro')
    await expect(main.getByRole('button', { name: /^Alterar Chaveiro/ })).toBeFocused()
    expect(await axeViolations(page)).toEqual([])
  })

  await test.step('the incident shows the contacts in their order, and each number once', async () => {
    await makeGateEvent(backend.url, { condominiumId: place, kind: 'door-forced' })
    await page.goto(`${backend.url}/incidents`)
    await main
      .getByRole('link', { name: /forçada/ })
      .first()
      .click()
    await expect(phones.getByRole('term').first()).toHaveText('Chaveiro')
    await expect(phones.getByRole('link', { name: '(11) 3333-4444' })).toHaveAttribute('href', 'tel:+551133334444')
    await expect(phones.getByRole('term').filter({ hasText: 'Polícia' })).toHaveCount(1)
    await closeIncidents(backend.url)
  })
})

test('a spreadsheet replaces the contacts after a preview, and a wrong row replaces nothing (PROC-1)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'admin', '/contacts?condominio=condominio-06')
  const main = page.getByRole('main')
  const list = main.getByRole('list', { name: 'Contatos na ordem das ligações' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  const manager = (await list.getByRole('listitem').first().locator('span').textContent())?.split(' · ') ?? []
  const file = main.getByLabel('Planilha de contatos')
  const rows = main.getByRole('list', { name: 'Contatos da planilha' })

  await file.setInputFiles(xlsx('ruim.xlsx', [['Polícia', '', '19', '']]))
  await expect(rows).toContainText('Informe um só telefone')
  await expect(main.getByRole('button', { name: 'Trocar a lista' })).toHaveCount(0)
  await main.getByRole('button', { name: 'Descartar' }).click()

  await file.setInputFiles(
    xlsx('boa.xlsx', [
      ['Síndico', manager[0] ?? '', '(11) 92222-3333', ''],
      ['Bombeiros', '', '193', '24 horas'],
    ]),
  )
  await expect(rows.getByRole('listitem').first()).toContainText('Linha 2: alterado')
  await expect(rows.getByRole('listitem').nth(1)).toContainText('Linha 3: novo')
  await main.getByRole('button', { name: 'Trocar a lista' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').nth(1)).toContainText('Bombeiros193 · 24 horas')

  const download = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Baixar planilha' }).click()
  const saved = await readFile(await (await download).path())
  await file.setInputFiles({ ...xlsx('contatos.xlsx', []), buffer: saved })
  await expect(rows.getByRole('listitem')).toHaveText([/^Linha 2: igual/, /^Linha 3: igual/])
})

test('on a server with incidents alone, the panel shows nothing of contacts, procedures, openings, written occurrences and events of controllers (PROC-1, OPEN-1, BOOK-1, EVT-1)', async ({
  page,
  backend,
}) => {
  await page.route('**/rest/capabilities', (route) => route.fulfill({ json: { incidents: true } }))
  await signIn(page, backend.url, 'admin', '/condominiums/condominio-02')
  const phones = page.getByRole('main').getByRole('region', { name: 'Telefones' })
  await expect(phones.getByRole('term')).toHaveText(['Manutenção', 'Condomínio', 'Portaria'])
  await expect(phones.getByRole('link', { name: 'Alterar contatos' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Auditoria e dossiê' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Dispositivos' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Abrir / })).toHaveCount(0)
  for (const name of ['Procedimentos', 'Nova ocorrência']) await expect(page.getByRole('link', { name })).toHaveCount(0)
  await page.goto(`${backend.url}/users`)
  await expect(page.getByRole('link', { name: 'Convidar pessoa' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Integrações' })).toHaveCount(0)
  for (const address of ['/contacts', '/procedures', '/incidents/new']) {
    await page.goto(backend.url + address)
    await expect(page.getByText('Esta página não existe ou mudou de endereço.')).toBeVisible()
  }
})

test('a server with contacts and without incidents has the contacts (PROC-1)', async ({ page, backend }) => {
  await page.route('**/rest/capabilities', (route) => route.fulfill({ json: { contacts: true } }))
  await signIn(page, backend.url, 'admin', '/condominiums/condominio-02')
  const phones = page.getByRole('main').getByRole('region', { name: 'Telefones' })
  await expect(phones.getByRole('term').filter({ hasText: 'Polícia' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Procedimentos' })).toHaveCount(0)
})
