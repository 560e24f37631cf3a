import { fromPromise } from 'xstate'
import { contactCells, contactTitles } from '../../../contract/spreadsheet/contact-sheet.ts'
import { contactsMachine } from '../../machines/contacts/contacts.machine.ts'
import { readContactSheet } from '../../services/contacts/contact-sheet-reader.ts'
import { readContacts, saveContacts } from '../../services/contacts/contacts-api.ts'
import { downloadFile } from '../../services/files/file-download.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Writes spreadsheets; loaded with the first export. */
const importSheetFile = () => import('../../services/files/sheet-file.ts')

/** Provides the contacts with the server's calls (PROC-1). The pages that show contacts load this chunk. */
export function contacts({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const call = createCall(http, log)
  return contactsMachine.provide({
    actors: {
      load: fromPromise(({ input, signal }) => readContacts(call, input.condominiumId, signal)),
      save: fromPromise(({ input, signal }) => saveContacts(call, input, signal)),
      readSheet: fromPromise(({ input, signal }) => readContactSheet(input.file, signal)),
    },
    actions: {
      exportSheet: (_, { contacts: own }) => {
        importSheetFile()
          .then(({ sheetFile }) => {
            const bytes = sheetFile('Contatos', [contactTitles, ...own.map(contactCells)])
            downloadFile('contatos.xlsx', new Blob([bytes], { type: sheetType }))
          })
          .catch((error: unknown) => log.warn('Planilha de contatos não escrita.', error))
      },
      logFailure: logTo(log),
    },
  })
}

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
