import * as v from 'valibot'
import { SpreadsheetProblem } from '../../../contract/spreadsheet/spreadsheet-problem.ts'
import type { NamedRows } from '../../../contract/spreadsheet/titled-rows.ts'
import { readInWorker } from './sheet-in-worker.ts'

/** `refused`: the file is unusable; `text` has the reason, for a person. */
export type SheetAnswer<Rows> = { kind: 'read'; rows: Rows } | { kind: 'refused'; text: string }

const cell = v.object({ text: v.string(), problem: v.exactOptional(v.string()), number: v.exactOptional(v.number()) })

const messageSchema = v.variant('kind', [
  v.object({
    kind: v.literal('read'),
    rows: v.object({ name: v.string(), rows: v.array(v.object({ row: v.number(), cells: v.array(cell) })) }),
  }),
  v.object({ kind: v.literal('refused'), text: v.string() }),
]) satisfies v.GenericSchema<unknown, SheetAnswer<NamedRows>>

/**
 * Reads a spreadsheet in a worker, and its rows with `rowsOf`, which may throw a `SpreadsheetProblem`. `signal` ends the
 * worker. Rejects if the worker fails.
 */
export async function readSheet<Rows>(
  file: File,
  rowsOf: (sheet: NamedRows) => Rows,
  signal: AbortSignal,
): Promise<SheetAnswer<Rows>> {
  const worker = new Worker(new URL('./sheet-reader.worker.ts', import.meta.url), { type: 'module' })
  const answer = await readInWorker(worker, messageSchema, file, signal)
  if (answer.kind === 'refused') return answer
  try {
    return { kind: 'read', rows: rowsOf(answer.rows) }
  } catch (error) {
    if (error instanceof SpreadsheetProblem) return { kind: 'refused', text: error.message }
    throw error
  }
}
