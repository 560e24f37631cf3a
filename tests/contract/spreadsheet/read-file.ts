import { type ReadRow, readRowsOf } from '../../../contract/spreadsheet/device-sheet.ts'
import { readSpreadsheet } from '../../../contract/spreadsheet/spreadsheet.ts'
import { SpreadsheetProblem } from '../../../contract/spreadsheet/spreadsheet-problem.ts'

/** Resolves to the rows of a file, or to the message of its problem. */
export async function read(bytes: Uint8Array<ArrayBuffer>): Promise<ReadRow[] | string> {
  try {
    return readRowsOf(await readSpreadsheet(new Blob([bytes])))
  } catch (error) {
    if (error instanceof SpreadsheetProblem) return error.message
    throw error
  }
}

export async function rowsOf(bytes: Uint8Array<ArrayBuffer>): Promise<ReadRow[]> {
  const found = await read(bytes)
  if (typeof found === 'string') throw new Error(found)
  return found
}
