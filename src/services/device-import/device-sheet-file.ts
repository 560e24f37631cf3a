import { columnTitles, type ImportRow, importFields, problemTitle } from '../../../contract/spreadsheet/device-sheet.ts'
import { sheetFile } from '../files/sheet-file.ts'

const sheetName = 'Dispositivos'
const titles = importFields.map((field) => columnTitles[field])
const example = ['PORTARIA-01', 'Leitor da portaria', 'CA-200 Leitor', '192.168.0.10', '8000', 'Sim']

/** The template of contract "Import" with one example row, as bytes of an `.xlsx` file. */
export function templateFile(): Uint8Array<ArrayBuffer> {
  return sheetFile(sheetName, [titles, example])
}

/** Original rows of an import with their problems, to be corrected and imported again; as bytes of an `.xlsx` file. */
export function problemRowsFile(rows: readonly ImportRow[]): Uint8Array<ArrayBuffer> {
  return sheetFile(sheetName, [[...titles, problemTitle], ...rows.map(cellsOf)])
}

function cellsOf({ texts, problems }: ImportRow): string[] {
  const problemTexts = importFields.flatMap((field) => {
    const problem = problems[field]
    return problem === undefined ? [] : [`${columnTitles[field]}: ${problem}`]
  })
  return [...importFields.map((field) => texts[field]), problemTexts.join(' ')]
}
