import { fromPromise } from 'xstate'
import { procedureCells, procedureRowsOf, procedureTitles } from '../../../contract/spreadsheet/procedure-sheet.ts'
import { proceduresMachine } from '../../machines/procedures/procedures.machine.ts'
import { downloadSheet } from '../../services/files/sheet-download.ts'
import { readSheet } from '../../services/files/sheet-reader.ts'
import { createCall } from '../../services/http/contract-call.ts'
import {
  readProcedureLists,
  readProcedures,
  saveProcedureLists,
  saveProcedures,
} from '../../services/procedures/procedures-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Provides the page of the procedures with the server's calls (PROC-1). The page loads this chunk. */
export function procedures({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const call = createCall(http, log)
  return proceduresMachine.provide({
    actors: {
      load: fromPromise(({ input, signal }) => readProcedures(call, input.condominiumId, signal)),
      save: fromPromise(({ input, signal }) => saveProcedures(call, input, signal)),
      exportSheet: fromPromise(async ({ signal }) => {
        const cells = procedureCells(await readProcedureLists(call, signal))
        await downloadSheet('procedimentos', 'Procedimentos', [procedureTitles, ...cells])
      }),
      readSheet: fromPromise(async ({ input, signal }) => {
        const sheet = await readSheet(input.file, procedureRowsOf, signal)
        if (sheet.kind === 'refused') return sheet
        return { kind: 'read', rows: { rows: sheet.rows, lists: await readProcedureLists(call, signal) } }
      }),
      // No signal: an import that has begun goes on if the person leaves the page.
      saveSheet: fromPromise(({ input }) => saveProcedureLists(call, input.lists)),
    },
    actions: { logFailure: logTo(log) },
  })
}
