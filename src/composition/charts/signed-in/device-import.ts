import { fromCallback, fromPromise } from 'xstate'
import { type ChosenSheet, deviceImportMachine } from '../../../machines/device-import/device-import.machine.ts'
import { downloadFile } from '../../../services/files/file-download.ts'
import { holdPage } from '../../../services/page/page-frame.ts'
import { hasNetwork } from '../../../services/page/page-signals.ts'
import { xsrfToken } from '../../../services/storage/page-cookies.ts'
import type { DeviceImportTools } from '../../children/device-import-tools.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Provides the import of devices with worker, server and browser (HTTP-5). */
export function deviceImport({ http, log, config, authorization, calls }: Neighbours) {
  let tools: DeviceImportTools | undefined
  /** The page fetches this code ahead. */
  const importTools = async () => {
    const { deviceImportTools } = await import('../../children/device-import-tools.ts')
    tools ??= deviceImportTools({
      http,
      log,
      baseUrl: config.apiUrl,
      authorization,
      xsrfToken,
      pageUrl: location.href,
      hasNetwork,
      calls,
    })
    return tools
  }
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
      saveTemplate: async () => {
        const { templateFile } = await importTools()
        downloadFile('modelo-dispositivos.xlsx', new Blob([templateFile()], { type }))
      },
      saveProblems: async ({ context: { rows } }) => {
        const { problemRowsFile } = await importTools()
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
