import { contactRowsOf } from '../../../contract/spreadsheet/contact-sheet.ts'
import { readSpreadsheet } from '../../../contract/spreadsheet/spreadsheet.ts'
import { fileTexts, SpreadsheetProblem } from '../../../contract/spreadsheet/spreadsheet-problem.ts'
import type { ContactSheet } from './contact-sheet-reader.ts'

addEventListener('message', async ({ data }) => {
  if (data instanceof File) postMessage(await read(data))
})

async function read(file: File): Promise<ContactSheet> {
  try {
    return { kind: 'read', rows: contactRowsOf(await readSpreadsheet(file)) }
  } catch (error) {
    return { kind: 'refused', text: error instanceof SpreadsheetProblem ? error.message : fileTexts.damaged }
  }
}
