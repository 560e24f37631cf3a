import { expect, test } from 'vitest'
import type { ImportStatus } from '../../../src/ui/device-import/import-hooks.ts'
import { type ImportFacts, importText, importTone, sheetText } from '../../../src/ui/device-import/import-texts.ts'

const facts: ImportFacts = {
  fileName: 'torre-b.xlsx',
  sheet: { name: 'Portaria', hasHidden: false },
  place: 'Edifício Água Viva',
  message: '',
  count: 0,
  rowCount: 5_000,
  faultyCount: 50,
}

test.each<[ImportStatus, Partial<ImportFacts>, string]>([
  [
    'sound',
    { rowCount: 1 },
    '1 dispositivo para importar em Edifício Água Viva, sem problemas. Nada foi gravado ainda.',
  ],
  ['faulty', { rowCount: 1, faultyCount: 1 }, '1 de 1 linha tem problema. Nada é gravado enquanto houver problemas'],
  ['faulty', {}, '50 de 5.000 linhas têm problemas.'],
  ['rejected', {}, 'Nada foi gravado. 50 de 5.000 linhas têm problemas.'],
  ['done', { count: 1 }, '1 dispositivo foi importado em Edifício Água Viva.'],
  ['done', { count: 5_000 }, '5.000 dispositivos foram importados em Edifício Água Viva.'],
  ['reading', {}, 'Lendo torre-b.xlsx…'],
])('the import status %s with %o has its text', (status, more, text) => {
  expect(importText(status, { ...facts, ...more })).toContain(text)
})

test('a message of the server is shown unchanged', () => {
  const message = 'Você não tem permissão para isso.'
  expect(importText('failed', { ...facts, message })).toBe(message)
  expect(importText('refused', { ...facts, message })).toBe(message)
})

test('after an import with an unknown outcome the text asks to check the device list (HTTP-5)', () => {
  const text =
    'Erro inesperado ao importar excel. Confira a lista de dispositivos antes de importar de novo: eles podem já ter sido gravados.'
  expect(importText('failed', { ...facts, message: 'Erro inesperado ao importar excel' })).toBe(text)
  expect(importText('failed', facts)).toBe(text)
})

test('the preview names the sheet that was read, and hidden rows or columns', () => {
  expect(sheetText({ ...facts, sheet: null })).toBe('torre-b.xlsx')
  expect(sheetText(facts)).toBe('torre-b.xlsx, aba “Portaria”')
  expect(sheetText({ ...facts, sheet: { name: 'Portaria', hasHidden: true } })).toBe(
    'torre-b.xlsx, aba “Portaria”. Ela tem linhas ou colunas ocultas, que também foram lidas.',
  )
})

test('only a sound or stored import is green', () => {
  const statuses = ['cancelled', 'moved', 'withdrawn', 'reading', 'sending', 'awaited'] as const
  expect(statuses.map(importTone)).toEqual(statuses.map(() => 'neutral'))
  expect((['sound', 'done'] as const).map(importTone)).toEqual(['ok', 'ok'])
  expect((['refused', 'faulty', 'rejected', 'failed'] as const).map(importTone)).toEqual(['bad', 'bad', 'bad', 'bad'])
})
