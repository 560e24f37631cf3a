import { type ProcedureSheet, procedureSheetOf } from '../../../contract/spreadsheet/procedure-sheet.ts'
import type { TitledRow } from '../../../contract/spreadsheet/titled-rows.ts'
import type { ProcedureLists } from '../../../contract/wire/answers/procedures.ts'

/** The rows of a spreadsheet, and the stored procedures at that time. */
export interface ReadProcedures {
  rows: readonly TitledRow[]
  lists: ProcedureLists
}

/** What the rows of a spreadsheet would change. */
export type ProcedurePreview = ReadProcedures & ProcedureSheet

export const sheetTexts = {
  conflict: 'Outra pessoa acaba de alterar procedimentos, e nada foi importado. Confira de novo o que muda.',
  unsaved: 'A importação não foi confirmada.',
} as const

export function previewOf({ rows, lists }: ReadProcedures): ProcedurePreview {
  return { rows, lists, ...procedureSheetOf(rows, lists) }
}
