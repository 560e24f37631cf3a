import { expect, test } from 'vitest'
import { type CsvCell, csvText } from '../../../src/services/files/csv.ts'

const row = (...cells: CsvCell[]) => csvText([], [cells]).slice('\uFEFF\r\n'.length).replace(/\r\n$/, '')

test('a table has a header and rows, is marked as UTF-8, and ends each line', () => {
  expect(csvText(['Dispositivo', 'Falhas'], [['Portão São João', 5]])).toBe(
    '\uFEFFDispositivo;Falhas\r\nPortão São João;5\r\n',
  )
})

test('a table without rows has the header', () => {
  expect(csvText(['a'], [])).toBe('\uFEFFa\r\n')
})

test.each<[string, CsvCell[], string]>([
  ['quotes are doubled', ['diz "oi"'], '"diz ""oi"""'],
  ['separators are quoted', ['a;b', 'a,b'], '"a;b";a,b'],
  ['line breaks are quoted', ['a\r\nb', 'a\nb'], '"a\r\nb";"a\nb"'],
  ['nothing is an empty cell', [null, undefined, ''], ';;'],
  ['numbers have a decimal comma', [1.5, -3, 0], '1,5;-3;0'],
  ['truth is a word', [true, false], 'true;false'],
  ['formulas are defused', ['=1+1', '+1', '-1', '@SUM(A1)'], "'=1+1;'+1;'-1;'@SUM(A1)"],
  ['hidden starts are defused', ['\t=1', '\r=1'], `'\t=1;"'\r=1"`],
  ['a line feed before a formula is defused', ['\n=1'], `"'\n=1"`],
  ['full-width signs are defused', ['＝1+1', '＋1', '－1', '＠SUM(A1)'], "'＝1+1;'＋1;'－1;'＠SUM(A1)"],
  ['a defused formula is quoted all the same', ['=HYPERLINK("x";"y")'], `"'=HYPERLINK(""x"";""y"")"`],
  ['a formula after a comma or a tab is defused', ['a,=1', 'a\t=1', 'a, =1', 'a|@b'], "a,'=1;a\t'=1;a,' =1;a|'@b"],
  ['a formula after a separator in a quoted cell is defused', ['a;=1', 'a\n-1'], `"a;'=1";"a\n'-1"`],
  ['a sign within is left alone', ['a=b', '1-2'], 'a=b;1-2'],
])('%s', (_, cells, expected) => {
  expect(row(...cells)).toBe(expected)
})
