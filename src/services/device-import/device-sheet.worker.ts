import { readRowsOf } from '../../../contract/spreadsheet/device-sheet.ts'
import { readSpreadsheet } from '../../../contract/spreadsheet/spreadsheet.ts'
import { fileTexts, SpreadsheetProblem } from '../../../contract/spreadsheet/spreadsheet-problem.ts'
import type { SheetReading } from './device-sheet-reader.ts'

addEventListener('message', async ({ data }) => {
  if (data instanceof File) postMessage(await read(data))
})

async function read(file: File): Promise<SheetReading> {
  try {
    const sheet = await readSpreadsheet(file)
    const rows = readRowsOf(sheet)
    const { name, hasHidden } = sheet
    return {
      kind: 'read',
      sheet: { name, hasHidden },
      rows: rows.map(({ row, texts, problems }) => ({ row, texts, problems })),
    }
  } catch (error) {
    return { kind: 'refused', text: error instanceof SpreadsheetProblem ? error.message : fileTexts.damaged }
  }
}
