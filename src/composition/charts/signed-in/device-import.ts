import { fromCallback, fromPromise } from 'xstate'
import { type ChosenSheet, deviceImportMachine } from '../../../machines/device-import/device-import.machine.ts'
import { holdPage } from '../../../services/page/page-frame.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Reads, uploads and writes spreadsheets. Fetched with the page, so it is loaded when the chart calls it. */
const importImportTools = () => import('../../children/device-import-tools.ts')

/** Provides the import of devices with worker, server and browser (HTTP-5). */
export function deviceImport(neighbours: Neighbours) {
  const importTools = async () => (await importImportTools()).deviceImportTools(neighbours)
  return deviceImportMachine.provide({
    actors: {
      readSheet: fromPromise(async ({ input, signal }) =>
        (await importTools()).readDeviceSheet(present(input.chosen).file, signal),
      ),
      upload: fromCallback(({ input: { chosen, userId }, sendBack }) => {
        const { file, target } = present(chosen)
        let cancel: (() => void) | null = () => {}
        importTools().then(
          ({ upload }) => {
            if (cancel !== null) cancel = upload({ file, condominiumId: target.id, userId }, sendBack)
          },
          () => sendBack({ type: 'upload.failed', message: '' }),
        )
        return () => {
          cancel?.()
          cancel = null
        }
      }),
      holdPage: fromCallback(() => holdPage()),
    },
    actions: {
      saveTemplate: async () => (await importTools()).saveTemplate(),
      saveProblems: async ({ context: { rows } }) => (await importTools()).saveProblems(rows),
      logFailure: logTo(neighbours.log),
    },
  })
}

function present(chosen: ChosenSheet | null): ChosenSheet {
  if (chosen === null) throw new Error('no spreadsheet was chosen')
  return chosen
}
