import { importRowsOf } from './device-sheet.ts'
import type { SheetReading } from './device-sheet-reader.ts'
import { fileTexts, SpreadsheetProblem } from './sheet-problem.ts'
import { readSpreadsheet } from './spreadsheet.ts'

addEventListener('message', async ({ data }) => {
  if (data instanceof File) postMessage(await read(data))
})

async function read(file: File): Promise<SheetReading> {
  try {
    return { kind: 'read', rows: importRowsOf(await readSpreadsheet(file)) }
  } catch (error) {
    return { kind: 'refused', text: error instanceof SpreadsheetProblem ? error.message : fileTexts.damaged }
  }
}
