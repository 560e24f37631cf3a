import { fromCallback, fromPromise } from 'xstate'
import { type ChosenSheet, deviceImportMachine } from '../../../machines/device-import/device-import.machine.ts'
import { readDeviceSheet } from '../../../services/device-import/device-sheet-reader.ts'
import { unexpectedText } from '../../../services/device-import/import-answer.ts'
import type { ImportApi } from '../../../services/device-import/import-api.ts'
import { downloadFile } from '../../../services/files/file-download.ts'
import { holdPage } from '../../../services/page/page-frame.ts'
import { pageCookies } from '../../../services/storage/page-cookies.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes spreadsheets. Fetched with the page, so it is loaded when the chart calls it. */
const importSheetWriter = () => import('../../../services/device-import/device-sheet-file.ts')

/** Provides the import of devices with worker, server and browser (HTTP-5). */
export function deviceImport({ log, config, authorization, calls }: Neighbours) {
  let api: ImportApi | undefined
  /** Also fetched with the page. */
  const importApi = async () => {
    const { createImportApi } = await import('../../../services/device-import/import-api.ts')
    api ??= createImportApi({
      baseUrl: config.apiUrl,
      authorization,
      xsrfToken: () => pageCookies.get('XSRF-TOKEN'),
      pageUrl: location.href,
      calls,
    })
    return api
  }
  return deviceImportMachine.provide({
    actors: {
      readSheet: fromPromise(({ input, signal }) => readDeviceSheet(present(input.chosen).file, signal)),
      upload: fromCallback(({ input: { chosen, userId }, sendBack }) => {
        const { file, target } = present(chosen)
        let cancel: (() => void) | null = () => {}
        importApi().then(
          ({ send }) => {
            if (cancel !== null) cancel = send({ file, condominiumId: target.id, userId }, sendBack)
          },
          () => sendBack({ type: 'upload.failed', message: unexpectedText }),
        )
        return () => {
          cancel?.()
          cancel = null
        }
      }),
      holdPage: fromCallback(() => holdPage()),
    },
    actions: {
      saveTemplate: async () => {
        const { templateFile } = await importSheetWriter()
        downloadFile('modelo-dispositivos.xlsx', new Blob([templateFile()], { type }))
      },
      saveProblems: async ({ context: { rows } }) => {
        const { problemRowsFile } = await importSheetWriter()
        const faulty = rows.filter(({ problems }) => Object.keys(problems).length > 0)
        downloadFile('dispositivos-com-problema.xlsx', new Blob([problemRowsFile(faulty)], { type }))
      },
      logFailure: logTo(log),
    },
  })
}

function present(chosen: ChosenSheet | null): ChosenSheet {
  if (chosen === null) throw new Error('no spreadsheet was chosen')
  return chosen
}
