import { readSpreadsheet } from '../../../contract/spreadsheet/spreadsheet.ts'
import { fileTexts, SpreadsheetProblem } from '../../../contract/spreadsheet/spreadsheet-problem.ts'
import type { NamedRows } from '../../../contract/spreadsheet/titled-rows.ts'
import type { SheetAnswer } from './sheet-reader.ts'

addEventListener('message', async ({ data }) => {
  if (data instanceof File) postMessage(await read(data))
})

async function read(file: File): Promise<SheetAnswer<NamedRows>> {
  try {
    return { kind: 'read', rows: await readSpreadsheet(file) }
  } catch (error) {
    return { kind: 'refused', text: error instanceof SpreadsheetProblem ? error.message : fileTexts.damaged }
  }
}
