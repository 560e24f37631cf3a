import * as v from 'valibot'
import { columnTitles, type ImportField, importFields } from '../../../contract/spreadsheet/device-columns.ts'
import { olderPortTitle } from '../../../contract/spreadsheet/device-sheet.ts'
import { errorMessage } from '../../../contract/wire/answers/error-message.ts'
import { importError, imported } from '../../../contract/wire/answers/imports.ts'

export interface CellProblem {
  row: number
  field: ImportField
  message: string
}

/** The end of an upload; `message` is a text for a person. */
export type ImportAnswer =
  | { type: 'upload.imported'; count: number }
  | { type: 'upload.rejected'; message: string; problems: CellProblem[] }
  | { type: 'upload.failed'; message: string }

/** HTTP-5. */
export const unexpectedText = 'Erro inesperado ao importar excel'

/** Interprets an answer of contract "Import"; any other answer is unexpected. */
export function importAnswer(status: number, body: unknown): ImportAnswer {
  if (status === 200 && v.is(imported, body)) return { type: 'upload.imported', count: body.imported }
  if (status === 422 && v.is(importError, body)) {
    const problems = body.rows.map(({ row, column, message }) => ({ row, field: fieldOf(column), message }))
    return { type: 'upload.rejected', message: body.message, problems }
  }
  const message = status >= 400 && v.is(errorMessage, body) ? body.message : unexpectedText
  return { type: 'upload.failed', message }
}

/** A problem in an unknown column is shown at the row's first cell. */
function fieldOf(column: string): ImportField {
  if (column === olderPortTitle) return 'port'
  return importFields.find((field) => columnTitles[field] === column) ?? 'wordCode'
}
