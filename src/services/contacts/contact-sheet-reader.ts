import * as v from 'valibot'
import type { ContactRow } from '../../../contract/spreadsheet/contact-sheet.ts'
import { contactSchema } from '../../../contract/wire/answers/contacts.ts'
import { readInWorker } from '../files/sheet-in-worker.ts'

/** `refused`: the file is unusable; `text` has the reason, for a person. */
export type ContactSheet = { kind: 'read'; rows: ContactRow[] } | { kind: 'refused'; text: string }

const messageSchema = v.variant('kind', [
  v.object({
    kind: v.literal('read'),
    rows: v.array(v.object({ row: v.number(), contact: contactSchema, problems: v.array(v.string()) })),
  }),
  v.object({ kind: v.literal('refused'), text: v.string() }),
])

/** Reads a spreadsheet of contacts in a worker; `signal` ends the worker. Rejects if the worker fails. */
export function readContactSheet(file: File, signal: AbortSignal): Promise<ContactSheet> {
  const worker = new Worker(new URL('./contact-sheet.worker.ts', import.meta.url), { type: 'module' })
  return readInWorker(worker, messageSchema, file, signal)
}
