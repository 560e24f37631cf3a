import { columnTitles, importFields } from '../../../contract/spreadsheet/device-columns.ts'
import { type ImportRow, problemTitle } from '../../../contract/spreadsheet/device-sheet.ts'

const titles = importFields.map((field) => columnTitles[field])
const example = ['PORTARIA-01', 'Leitor da portaria', 'CA-200 Leitor', '192.168.0.10', '8000', 'Sim']

/** The template of contract "Import" with one example row. */
export const templateRows: readonly string[][] = [titles, example]

/** Original rows of an import with their problems, to be corrected and imported again. */
export function problemRows(rows: readonly ImportRow[]): string[][] {
  return [[...titles, problemTitle], ...rows.map(cellsOf)]
}

function cellsOf({ texts, problems }: ImportRow): string[] {
  const problemTexts = importFields.flatMap((field) => {
    const problem = problems[field]
    return problem === undefined ? [] : [`${columnTitles[field]}: ${problem}`]
  })
  return [...importFields.map((field) => texts[field]), problemTexts.join(' ')]
}
