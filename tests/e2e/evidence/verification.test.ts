import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Given } from '../../backend/evidence/independent-verifier.ts'
import { honest, tamperings } from '../../backend/evidence/tamperings.ts'
import { expect, test } from '../parts/panel-test.ts'

const largePage = String(honest['the page']?.file).replace('</style>', () => `${'<style>'.repeat(60_000)}</style>`)
const forgeries: readonly (readonly [name: string, given: Given | undefined])[] = [
  ...[
    'a row hidden by its style',
    'a row hidden by a style sheet',
    'an added row',
    'an added paragraph',
    'a comment',
    'genuine data in a comment, forged data on the page',
    'a second data element before the genuine one',
    'a second data element after the genuine one',
    'another name of a person',
    'a duplicate field',
    'an empty file of heads',
    'a head of another customer',
    'another known key',
  ].map((name) => [name, tamperings[name]] as const),
  ['a large style sheet', { file: largePage }],
]
const genuine = [
  'the page',
  'the page with a byte-order mark',
  'the page with CRLF',
  'the JSON file in UTF-16',
  'the fingerprint with colons in capitals',
  'a newer head for a past period',
]

async function verify(page: Page, given: Given | undefined): Promise<void> {
  if (given === undefined) throw new Error('no such file')
  const upload = (label: string, text: string | Buffer, mimeType: string) =>
    page.getByLabel(label, { exact: true }).setInputFiles({ name: 'arquivo', mimeType, buffer: Buffer.from(text) })
  await upload('Dossiê', given.file, 'text/html')
  await page.getByLabel('Impressão digital da chave que você anotou').fill(given.key ?? '')
  if (given.heads === undefined) await page.getByLabel('Cabeças guardadas (arquivo .jsonl)').setInputFiles([])
  else await upload('Cabeças guardadas (arquivo .jsonl)', given.heads, 'text/plain')
  await page.getByRole('button', { name: 'Conferir' }).click()
}

test('the page /verificar refuses forged pages, data, heads and keys, and accepts honest files (EVI-4)', async ({
  page,
  backend,
}) => {
  await page.goto(`${backend.url}/verificar`)
  await page.getByText('O que você guardou fora do servidor').click()
  const verdict = page.locator('.verdict')
  const sheet = page.getByRole('article')
  for (const [index, [name, forgery]] of forgeries.entries()) {
    await verify(page, forgery)
    await expect(verdict, name).toContainText('Não confere.')
    await expect(sheet, name).toBeHidden()
    const honestName = genuine[index % genuine.length] ?? ''
    await verify(page, honest[honestName])
    await expect(verdict, honestName).toContainText('Confere: nenhum registro foi alterado')
    await expect(sheet, honestName).toContainText('Dossiê do dispositivo Portão (D-1)')
  }
  await expect(verdict).toContainText(/7 registros, \d cabeças? usadas?, assinatura de [0-9a-f]{64}\./)
})

test('the page of a dossier verifies its own data without a network (EVI-4)', async ({ page, context }, testInfo) => {
  await context.setOffline(true)
  for (const [name, file, verdict] of [
    ['genuine.html', honest['the page']?.file, 'CONFERE. Nenhum registro foi alterado'],
    ['forged.html', tamperings['forged data on a genuine page']?.file, 'NÃO CONFERE.'],
  ] as const) {
    await writeFile(testInfo.outputPath(name), String(file))
    await page.goto(`file://${testInfo.outputPath(name)}`)
    await expect(page.getByRole('status')).toContainText(verdict)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dossiê do dispositivo Portão (D-1)')
  }
})
