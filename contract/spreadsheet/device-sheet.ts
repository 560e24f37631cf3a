import { enteredDevice, typedDeviceProblems } from '../fields/device.ts'
import { addressOfDigits } from '../fields/device-address.ts'
import { wordCodeOf } from '../fields/word-code.ts'
import { columnTitles, type ImportField, importFields } from './device-columns.ts'
import type { SheetCell, SheetRow } from './sheet-cells.ts'
import { SpreadsheetProblem } from './spreadsheet-problem.ts'
import { answerOf, type NamedRows, numberOf, plain, readSheetText, requireRows } from './titled-rows.ts'

/** The template's previous title of the port column. Customers keep filled-in sheets for years. */
export const olderPortTitle = 'Porta'

/** An extra column: the problems of the row in the previous import. */
export const problemTitle = 'Problema'

/** A row of the file: its row number, its texts, and the problem of each field. */
export interface ImportRow {
  row: number
  texts: Readonly<Record<ImportField, string>>
  problems: Readonly<Partial<Record<ImportField, string>>>
}

/** A parsed row; `device` is null if the row has a problem. */
export interface ReadRow extends ImportRow {
  device: SheetDevice | null
}

/** A device of a sheet in its stored form. */
export type SheetDevice = ReturnType<typeof enteredDevice> & { active: boolean }

const withoutDots =
  'Este IP está sem os pontos: o Excel o transformou em número. Formate a coluna como Texto e digite o IP de novo.'
const emptyCell: SheetCell = { text: '' }

/** Parses the rows below the header. Throws a `SpreadsheetProblem` for a wrong header, or without rows. */
export function readRowsOf({ name, rows: [header, ...rows] }: NamedRows): ReadRow[] {
  const columns = columnsOf(header, name)
  requireRows(rows)
  const rowOfCode = new Map<string, number>()
  return rows.map(({ row, cells }) => {
    const cellOf = (field: ImportField) => cells[columns.get(field) ?? -1] ?? emptyCell
    const texts = {
      wordCode: wordCodeOf(cellOf('wordCode').text),
      name: cellOf('name').text,
      model: cellOf('model').text,
      ip: addressOf(cellOf('ip')),
      port: numberOf(cellOf('port')),
      active: cellOf('active').text,
    }
    const active = answerOf(texts.active) ?? answerOf(numberOf(cellOf('active')))
    const problems: Partial<Record<ImportField, string>> = typedDeviceProblems(texts)
    if (problems.ip !== undefined && isWithoutDots(cellOf('ip'))) problems.ip = withoutDots
    if (active === undefined) problems.active = 'Escreva Sim ou Não.'
    for (const field of importFields) {
      const { problem } = cellOf(field)
      if (problem !== undefined) problems[field] = problem
    }
    const earlier = rowOfCode.get(texts.wordCode)
    if (earlier !== undefined) problems.wordCode ??= `Este código já está na linha ${earlier}.`
    else if (texts.wordCode !== '') rowOfCode.set(texts.wordCode, row)
    const isSound = active !== undefined && Object.keys(problems).length === 0
    return { row, texts, problems, device: isSound ? { ...enteredDevice(texts), active } : null }
  })
}

function isWithoutDots({ text, number }: SheetCell): boolean {
  return number !== undefined || /^\d{8,12}$/.test(text)
}

/**
 * Restores an IP address: Excel reads `192.168.100.101` as a number with thousands separators, and stores 192168100101.
 */
function addressOf(cell: SheetCell): string {
  return addressOfDigits(cell.text) ?? addressOfDigits(numberOf(cell)) ?? cell.text
}

function columnsOf(header: SheetRow | undefined, name: string): ReadonlyMap<ImportField, number> {
  const found = (header?.cells ?? [])
    .map(({ text }) => plain(text))
    .map((title) => (title === plain(olderPortTitle) ? plain(columnTitles.port) : title))
  const titles = importFields.map((field) => plain(columnTitles[field]))
  const isKnown = (title: string) => title === '' || title === plain(problemTitle) || titles.includes(title)
  const isOnce = (title: string) => found.filter((each) => each === title).length === 1
  if (!found.every(isKnown) || !titles.every(isOnce))
    throw new SpreadsheetProblem(
      `O cabeçalho não é o do modelo. A primeira linha deve ter, uma vez cada, as colunas ${Object.values(columnTitles).join(', ')}. ${readSheetText(name)}`,
    )
  return new Map(importFields.map((field) => [field, found.indexOf(plain(columnTitles[field]))]))
}
