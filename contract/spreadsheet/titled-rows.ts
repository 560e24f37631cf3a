import { searchable } from '../texts/searchable.ts'
import type { SheetCell, SheetRow } from './sheet-cells.ts'
import { SpreadsheetProblem } from './spreadsheet-problem.ts'

/** A row of a spreadsheet: its row number, and its cells in the order of the expected titles. */
export type TitledRow = { row: number; cells: readonly SheetCell[] }

/** A sheet as read: its name and its rows, including the header. */
export type NamedRows = { name: string; rows: readonly SheetRow[] }

/** An empty cell means yes. */
const yes = new Set(['', 'sim', 's', 'verdadeiro', 'true', '1'])
const no = new Set(['nao', 'n', 'falso', 'false', '0'])

/** Returns the rows below the header. Throws a `SpreadsheetProblem` if a title is missing, or without rows. */
export function titledRows({ name, rows: [header, ...rows] }: NamedRows, titles: readonly string[]): TitledRow[] {
  const found = (header?.cells ?? []).map(({ text }) => plain(text))
  const columns = titles.map((title) => found.indexOf(plain(title)))
  if (columns.includes(-1))
    throw new SpreadsheetProblem(
      `O cabeçalho não é o do modelo. A primeira linha deve ter as colunas ${titles.join(', ')}. ${readSheetText(name)}`,
    )
  requireRows(rows)
  return rows.map(({ row, cells }) => ({ row, cells: columns.map((column) => cells[column] ?? { text: '' }) }))
}

export function readSheetText(name: string): string {
  return `Foi lida a aba “${name}”, a primeira visível.`
}

/** Throws a `SpreadsheetProblem` if there is no row below the header. */
export function requireRows(rows: readonly SheetRow[]): void {
  if (rows.length === 0) throw new SpreadsheetProblem('A planilha não tem nenhuma linha abaixo do cabeçalho.')
}

/** Returns the number as stored: the format of the cell may show it as `8.000` or `1,00`. */
export function numberOf({ text, number }: SheetCell): string {
  return number === undefined ? text : String(number)
}

/** Returns whether the text means yes; undefined if it means neither yes nor no. */
export function answerOf(text: string): boolean | undefined {
  if (yes.has(plain(text))) return true
  return no.has(plain(text)) ? false : undefined
}

/** Folds a text for comparison, and replaces line breaks in the cell with blanks. */
export function plain(text: string): string {
  return searchable(text).replace(/\s+/g, ' ')
}
