import { otherFileText, otherPartsText } from './other-kinds.ts'
import { mostRows } from './row-limit.ts'
import { type SheetRow, sheetRows } from './sheet-cells.ts'
import { fileTexts, SpreadsheetProblem } from './spreadsheet-problem.ts'
import { firstSheetOf } from './workbook.ts'
import { zipParts } from './zip-parts.ts'

/** Contract "Import". */
export const mostFileBytes = 5 * 1024 * 1024

/** Facts about the sheet that was read. */
export interface SheetFacts {
  name: string
  /** Whether rows or columns with content are hidden; they are read like the others. */
  hasHidden: boolean
}

export interface Sheet extends SheetFacts {
  /** All rows that are not empty, including the header. */
  rows: SheetRow[]
}

/**
 * Reads the first visible sheet. Throws a `SpreadsheetProblem` if the file is not an `.xlsx` file of texts and numbers
 * within the limits of contract "Import".
 */
export async function readSpreadsheet(file: Blob): Promise<Sheet> {
  if (file.size === 0) throw new SpreadsheetProblem(fileTexts.empty)
  if (file.size > mostFileBytes) throw new SpreadsheetProblem(fileTexts.tooLarge)
  const bytes = new Uint8Array(await contentOf(file))
  refuse(otherFileText(bytes))
  const parts = zipParts(bytes)
  refuse(otherPartsText(parts.names))
  const { name, xml, context } = await firstSheetOf(parts)
  return { name, ...sheetRows(xml, context, mostRows + 1) }
}

function refuse(text: string | undefined): void {
  if (text !== undefined) throw new SpreadsheetProblem(text)
}

function contentOf(file: Blob): Promise<ArrayBuffer> {
  return file.arrayBuffer().catch(() => {
    throw new SpreadsheetProblem(fileTexts.unread)
  })
}
