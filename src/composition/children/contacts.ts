import { fromPromise } from 'xstate'
import { contactCells, contactRowsOf, contactTitles } from '../../../contract/spreadsheet/contact-sheet.ts'
import { contactsMachine } from '../../machines/contacts/contacts.machine.ts'
import { readContacts, saveContacts } from '../../services/contacts/contacts-api.ts'
import { downloadSheet } from '../../services/files/sheet-download.ts'
import { readSheet } from '../../services/files/sheet-reader.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Provides the contacts with the server's calls (PROC-1). The pages that show contacts load this chunk. */
export function contacts({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const call = createCall(http, log)
  return contactsMachine.provide({
    actors: {
      load: fromPromise(({ input, signal }) => readContacts(call, input.condominiumId, signal)),
      save: fromPromise(({ input, signal }) => saveContacts(call, input, signal)),
      exportSheet: fromPromise(({ input }) =>
        downloadSheet('contatos', 'Contatos', [contactTitles, ...input.contacts.map(contactCells)]),
      ),
      readSheet: fromPromise(({ input, signal }) => readSheet(input.file, contactRowsOf, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
