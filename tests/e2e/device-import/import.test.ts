import { hostileFiles } from '../../contract/spreadsheet/hostile-files.ts'
import { type Cell, goodRow, goodRows, header, xlsxOf } from '../../contract/spreadsheet/spreadsheet-files.ts'
import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'
import { ImportPage } from './import-page.ts'

const addressText = 'Informe um endereço IPv4 da rede interna, por exemplo 192.168.0.10.'
const portText = 'Informe uma porta de rede de 1 a 65535.'

/** Mistakes in 50 of the 5,000 rows, in turn, each with its message. */
const mistakes: readonly { column: string; value: Cell; message: string }[] = [
  { column: 'IP', value: '8.8.8.8', message: addressText },
  { column: 'Porta de rede', value: 70_000, message: portText },
  { column: 'Nome', value: '', message: 'Informe o nome.' },
  { column: 'Modelo', value: 'x'.repeat(81), message: 'Use no máximo 80 caracteres.' },
  { column: 'Código', value: 'Portão', message: 'Use de 3 a 32 letras maiúsculas sem acento, números ou hífens.' },
  { column: 'Ativo', value: 'talvez', message: 'Escreva Sim ou Não.' },
]

const rowsWithMistakes = goodRows(5_000).map((row, index) => {
  const mistake = index % 100 === 99 ? mistakes[Math.floor(index / 100) % mistakes.length] : undefined
  return mistake === undefined ? row : row.with(header.indexOf(mistake.column), mistake.value)
})

test('50 invalid rows of 5,000 are reported by cell, and the valid rows are stored (HTTP-5)', async ({ page }) => {
  const backend = await startBackendProcess()
  const imports = new ImportPage(page)
  // The screen has a row of each mistake.
  await page.setViewportSize({ width: 1280, height: 1_000 })
  try {
    await imports.open(backend.url)

    await test.step('no request is sent while rows have problems', async () => {
      await imports.choose(xlsxOf([header, ...rowsWithMistakes]))
      await expect(imports.word).toHaveText(
        '50 de 5.000 linhas têm problemas. Nada é gravado enquanto houver problemas: corrija a planilha e escolha-a de novo.',
      )
      await expect(imports.button(/^Importar/)).toHaveCount(0)
      for (const [at, { column, message }] of mistakes.entries()) {
        const row = imports.row(101 + at * 100)
        await expect(row).toContainText(`${column}: `)
        await expect(row).toContainText(message)
      }
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('without the filter all rows are listed, and only rows on screen are rendered', async () => {
      await page.getByLabel('Só com problemas').uncheck()
      await expect(imports.row(2)).toContainText('IMPORTADO-0001')
      expect(await imports.rows.count()).toBeLessThan(60)
      await page.keyboard.press('End')
      await expect(imports.row(5_001)).toContainText('IMPORTADO-5000')
      await page.keyboard.press('Home')
    })

    await test.step('the invalid rows can be downloaded in the same template with their problems', async () => {
      const bad = await imports.download('Baixar linhas com problema')
      await imports.choose(bad, 'dispositivos-com-problema.xlsx')
      await expect(imports.word).toContainText('50 de 50 linhas têm problemas.')
      await expect(imports.row(2)).toContainText('8.8.8.8')
    })

    // tests/backend/device-import stores 5,000 rows. Here the server would check so many devices during the next steps.
    await test.step('the valid rows are stored and appear in the list of devices', async () => {
      await imports.choose(xlsxOf([header, ...goodRows(200)]))
      await expect(imports.word).toHaveText(
        '200 dispositivos para importar em Edifício Água Viva, sem problemas. Nada foi gravado ainda.',
      )
      await imports.button('Importar 200 dispositivos').click()
      await expect(imports.word).toHaveText('200 dispositivos foram importados em Edifício Água Viva.')
      await page.getByRole('link', { name: 'Ver os dispositivos' }).click()
      await page.getByRole('searchbox').fill('IMPORTADO-0199')
      await expect(page.getByRole('listitem').filter({ hasText: 'IMPORTADO-0199' })).toBeVisible()
    })

    const oneTaken = xlsxOf([header, ['NOVO-1', 'Leitor', 'CA', '10.9.0.1', 80, 'Não'], goodRow(7)])

    await test.step('the preview marks a code that a device has already, and sends nothing (DESK-7)', async () => {
      await page.getByRole('link', { name: 'Importação' }).click()
      await expect(imports.word).toContainText('foram importados')
      await imports.choose(oneTaken)
      await expect(imports.word).toContainText('1 de 2 linhas tem problema.')
      await expect(imports.row(3)).toContainText('Já existe um dispositivo com este código. Escolha outro.')
      await expect(imports.button(/^Importar/)).toHaveCount(0)
    })

    await test.step('wordCodes that are taken in the meantime are reported by the server at their rows', async () => {
      await page.route('**/taken-codes', (route) => route.fulfill({ json: { taken: [] } }), { times: 1 })
      await imports.choose(oneTaken)
      await imports.button('Importar 2 dispositivos').click()
      await expect(imports.word).toHaveText(
        'Nada foi gravado. 1 de 2 linhas tem problema. Corrija a planilha e escolha-a de novo.',
      )
      await expect(imports.row(3)).toContainText('Já existe um dispositivo com este código. Escolha outro.')
      await page.getByLabel('Só com problemas').uncheck()
      await expect(imports.row(2)).toContainText('NOVO-1')
    })
  } finally {
    await backend.dispose()
  }
})

test('an upload shows its progress, can be cancelled, asks before leaving, and continues while another page is shown', {
  tag: '@all',
}, async ({ page, backend }) => {
  const imports = new ImportPage(page)
  await imports.open(backend.url)
  // Random numbers compress badly, so that the upload takes time.
  const names = Array.from({ length: 4_000 }, (_, at) => `${Math.sin(at)}${Math.cos(at)}`)
  await imports.choose(xlsxOf([header, ...goodRows(4_000).map((row, at) => row.with(1, names[at] ?? ''))]))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 20_000,
  })
  await imports.button('Importar 4.000 dispositivos').click()
  await expect(imports.word).toHaveText('Enviando dispositivos.xlsx…')
  await expect(page.getByRole('progressbar', { name: 'Envio da planilha' })).toHaveAttribute('value', /^[1-9]/)

  const asked = page.waitForEvent('dialog')
  const leaving = page.evaluate(() => location.reload())
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await leaving

  await page.getByRole('link', { name: 'Condomínios', exact: true }).click()
  await page.getByRole('link', { name: 'Importação' }).click()
  await expect(imports.word).toHaveText('Enviando dispositivos.xlsx…')
  await imports.button('Cancelar').click()
  await expect(imports.word).toHaveText('Envio cancelado. Nada foi gravado; você pode importar de novo.')
  await imports.button('Descartar').click()
  await expect(imports.word).toHaveText('')
})

test('an unusable file has a message and is not sent', { tag: '@all' }, async ({ page, backend }) => {
  const imports = new ImportPage(page)
  await imports.open(backend.url)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/import/')) calls.push(request.url())
  })
  for (const [name, { bytes, says }] of Object.entries(hostileFiles)) {
    await test.step(name, async () => {
      await imports.choose(bytes, `${name}.xlsx`)
      await expect(imports.word).toHaveText(says)
      await expect(imports.button(/^Importar/)).toHaveCount(0)
    })
  }
  expect(calls).toEqual([])
})

test('the template can be imported unchanged; a file is dropped, and removed when another condominium is selected', async ({
  page,
  backend,
}) => {
  const imports = new ImportPage(page)
  await imports.open(backend.url)
  const template = await imports.download('Baixar modelo')
  const file = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'solto.xlsx'))
      return transfer
    },
    [...template],
  )
  const area = page.getByRole('region', { name: 'Planilha' })
  await area.dispatchEvent('dragover', { dataTransfer: file })
  await area.dispatchEvent('drop', { dataTransfer: file })
  await expect(imports.word).toContainText('1 dispositivo para importar em Edifício Água Viva')
  await expect(page.getByText('solto.xlsx, aba “Dispositivos”')).toBeVisible()

  await imports.select('Residencial São João')
  await expect(imports.word).toContainText('O condomínio selecionado mudou')
  await expect(imports.rows).toHaveCount(0)
})

test('a refused token ends the session as on other pages (SES-5)', { tag: '@all' }, async ({ page, backend }) => {
  const imports = new ImportPage(page)
  await imports.open(backend.url)
  await imports.choose(xlsxOf([header, goodRow(1)]))
  await expect(imports.button('Importar 1 dispositivo')).toBeVisible()
  await page.route('**/rest/import/**', (route) => route.fulfill({ status: 401, json: { error: true, message: '' } }))
  await imports.button('Importar 1 dispositivo').click()
  await expect(page).toHaveURL(/\/login/)
})

test('a user without the permission sees a message and no link to the import', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'operator')
  await expect(page.getByRole('link', { name: 'Importação' })).toHaveCount(0)
  await page.goto(`${backend.url}/import`)
  await expect(page.getByText('Esta página é para quem tem a permissão “Importar planilhas”.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Baixar modelo' })).toHaveCount(0)
})
