import * as v from 'valibot'
import type { ImportRow } from '../../../contract/spreadsheet/device-sheet.ts'
import type { SheetFacts } from '../../../contract/spreadsheet/spreadsheet.ts'
import { readInWorker } from '../files/sheet-in-worker.ts'

/** `refused`: the file is unusable; `text` has the reason, for a person. */
export type SheetReading = { kind: 'read'; sheet: SheetFacts; rows: ImportRow[] } | { kind: 'refused'; text: string }

const text = v.string()
const problem = v.exactOptional(v.string())
const readSchema = v.object({
  kind: v.literal('read'),
  sheet: v.object({ name: text, hasHidden: v.boolean() }),
  rows: v.array(
    v.object({
      row: v.number(),
      texts: v.object({ wordCode: text, name: text, model: text, ip: text, port: text, active: text }),
      problems: v.object({
        wordCode: problem,
        name: problem,
        model: problem,
        ip: problem,
        port: problem,
        active: problem,
      }),
    }),
  ),
})
const refusedSchema = v.object({ kind: v.literal('refused'), text })

/** Reads a spreadsheet of devices in a worker; `signal` ends the worker. Rejects if the worker fails. */
export function readDeviceSheet(file: File, signal: AbortSignal): Promise<SheetReading> {
  const worker = new Worker(new URL('./device-sheet.worker.ts', import.meta.url), { type: 'module' })
  return readInWorker(worker, v.variant('kind', [readSchema, refusedSchema]), file, signal)
}
