import { readFile } from 'node:fs/promises'
import { procedureTitles } from '../../../contract/spreadsheet/procedure-sheet.ts'
import { xlsxOf } from '../../contract/spreadsheet/spreadsheet-files.ts'
import { axeViolations } from '../parts/axe.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

const xlsx = (name: string, buffer: Uint8Array) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(buffer),
})

test('a spreadsheet changes the procedures of several condominiums after a preview, and a wrong cell changes nothing (PROC-1)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'admin', '/procedures')
  const main = page.getByRole('main')
  const file = main.getByLabel('Planilha de procedimentos')
  const problems = main.getByRole('list', { name: 'Células com problema' })
  const changes = main.getByRole('list', { name: 'Procedimentos que mudam' })
  const written = 'Ocorrência escrita por uma pessoa'
  const rows = [[...procedureTitles], [written, 'Edifício Água Viva', '1', 'Avisar o bloco', 'Sim', 'Síndico']]

  await test.step('a wrong cell is named, and nothing can be imported', async () => {
    const wrong = [...rows, [written, 'Edifício Nenhum', '1', 'Avisar', '', '']]
    await file.setInputFiles(xlsx('ruim.xlsx', xlsxOf(wrong)))
    await expect(problems.getByRole('listitem')).toHaveText([
      'Linha 3, coluna Condomínio: Nenhum condomínio seu tem este nome: corrija, ou deixe vazio para valer em todos.',
    ])
    await expect(main.getByRole('button', { name: 'Importar' })).toHaveCount(0)
    expect(await axeViolations(page)).toEqual([])
    await main.getByRole('button', { name: 'Descartar' }).click()
  })

  await test.step('the preview shows what changes, and the import applies to the condominium', async () => {
    const good = [...rows, [written, '', '1', 'Avisar a supervisão', '', 'Outro']]
    await file.setInputFiles(xlsx('boa.xlsx', xlsxOf(good)))
    await expect(changes.getByRole('listitem')).toContainText([
      `${written}, Edifício Água Viva: novo1. Avisar o bloco (obrigatório, ligar para: Síndico).`,
      `${written}, todos os condomínios: alterado1. Avisar a supervisão (ligar para: Outro).Antes: 1. `,
    ])
    await expect(main.getByText('2 procedimentos mudam. O resto fica como está.')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await main.getByRole('button', { name: 'Importar' }).click()
    await expect(main.getByText('Salvo. Vale a partir da próxima ocorrência.')).toBeVisible()
    const group = main.getByRole('group', { name: written })
    await expect(group.getByRole('textbox', { name: 'Passo 1' })).toHaveValue('Avisar a supervisão')
  })

  await test.step('importing the exported spreadsheet changes nothing', async () => {
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Baixar planilha' }).click()
    const saved = await readFile(await (await download).path())
    await expect(main.getByText('Aguarde a planilha…')).toHaveCount(0)
    await file.setInputFiles(xlsx('procedimentos.xlsx', saved))
    await expect(main.getByText('Nada muda: a planilha está igual ao que já está salvo.')).toBeVisible()
    await main.getByRole('button', { name: 'Descartar' }).click()
  })

  await test.step('unsaved changes of the page come first', async () => {
    await main.getByRole('group', { name: written }).getByRole('textbox', { name: 'Passo 1' }).fill('Avisar a portaria')
    await expect(main.getByText('Salve ou desfaça as alterações desta página antes de importar.')).toBeVisible()
    await file.setInputFiles(xlsx('boa.xlsx', xlsxOf(rows)))
    await expect(main.getByRole('button', { name: 'Salvar' })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Descartar' })).toHaveCount(0)
  })

  await page.goto(`${backend.url}/procedures/condominio-01`)
  await expect(main.getByRole('group', { name: written }).getByRole('textbox', { name: 'Passo 1' })).toHaveValue(
    'Avisar o bloco',
  )
})
