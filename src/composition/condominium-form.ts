import { navigate } from 'wouter/use-browser-location'
import { fromPromise } from 'xstate'
import { condominiumFormMachine } from '../machines/condominium-form/condominium-form.machine.ts'
import { createCepApi } from '../services/condominiums/cep-api.ts'
import { createCondominiumRecordApi } from '../services/condominiums/condominium-record-api.ts'
import { logTo, type Neighbours } from './neighbours.ts'

/** The form of a condominium, with the server behind it (CON-4): a chunk that comes with its page. */
export function condominiumForm({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const records = createCondominiumRecordApi(http, log)
  const ceps = createCepApi(http, log)
  return condominiumFormMachine.provide({
    actors: {
      loadRecord: fromPromise(({ input, signal }) => records.read(input.id, signal)),
      save: fromPromise(({ input: { record, customersId, entries }, signal }) =>
        record === null ? records.create(customersId, entries, signal) : records.update(record, entries, signal),
      ),
      lookUpCep: fromPromise(({ input, signal }) => ceps.lookUp(input.cep, signal)),
    },
    actions: {
      showList: () => navigate('/condominiums', { replace: true }),
      followLink: (_, { destination }) => navigate(destination),
      logFailure: logTo(log),
    },
  })
}
