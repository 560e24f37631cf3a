import { expect, test } from 'vitest'
import { contactCells, contactMark, contactRowsOf, contactTitles } from '../../../contract/spreadsheet/contact-sheet.ts'
import { readSpreadsheet } from '../../../contract/spreadsheet/spreadsheet.ts'
import { sheetFile } from '../../../src/services/files/sheet-file.ts'
import { type Cell, xlsxOf } from './spreadsheet-files.ts'

const read = async (rows: readonly (readonly Cell[])[]) =>
  contactRowsOf(await readSpreadsheet(new File([xlsxOf(rows)], 'contatos.xlsx')))
const header = ['telefone', 'PAPEL', 'Nome', 'horario']

test('a spreadsheet of contacts can have its columns in any order, and telephones as numbers (PROC-1)', async () => {
  expect(
    await read([header, [11933334444, 'sindico', ' Ana  Lima ', '8h às 18h'], ['193', 'Bombeiros', '', '']]),
  ).toEqual([
    {
      row: 2,
      contact: { role: 'manager', label: '', name: 'Ana Lima', phone: '11933334444', hours: '8h às 18h' },
      problems: [],
    },
    { row: 3, contact: { role: 'other', label: 'Bombeiros', name: '', phone: '193', hours: '' }, problems: [] },
  ])
})

test('a row with a wrong telephone, or without a role, gets a text for each problem (PROC-1)', async () => {
  const [row] = await read([header, ['12', '', 'Ana', '']])
  expect(row?.problems).toEqual([
    'Escreva o papel, por exemplo Bombeiros.',
    'Informe um só telefone: com DDD, um 0800, ou um número curto como 190.',
  ])
})

test('a spreadsheet with other columns, without rows, or with too many contacts is refused (PROC-1)', async () => {
  await expect(
    read([
      ['Papel', 'Nome'],
      ['Síndico', 'Ana'],
    ]),
  ).rejects.toThrow('O cabeçalho não é o do modelo')
  await expect(read([header])).rejects.toThrow('nenhuma linha abaixo do cabeçalho')
  await expect(read([header, ...Array(31).fill(['190', 'Polícia', '', ''])])).rejects.toThrow('no máximo 30 contatos')
})

test('an exported list is imported unchanged, and each contact is marked as equal (PROC-1)', async () => {
  const own = (await read([header, ['190', 'Polícia', '', ''], ['193', 'Bombeiros', 'Base 2', '24 horas']])).map(
    ({ contact }) => contact,
  )
  const bytes = sheetFile('Contatos', [contactTitles, ...own.map(contactCells)])
  const again = contactRowsOf(await readSpreadsheet(new File([bytes], 'contatos.xlsx')))
  expect(again.map(({ contact, problems }) => [contact, problems])).toEqual(own.map((contact) => [contact, []]))
  expect(again.map(({ contact }) => contactMark(contact, own))).toEqual(['same', 'same'])
  expect(own.map((contact) => contactMark({ ...contact, phone: '191' }, own))).toEqual(['changed', 'changed'])
  expect(own.map((contact) => contactMark({ ...contact, role: 'power', label: '' }, own))).toEqual(['new', 'new'])
})
