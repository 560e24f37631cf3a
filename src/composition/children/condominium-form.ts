import { navigate } from 'wouter/use-browser-location'
import { fromPromise } from 'xstate'
import { condominiumFormMachine } from '../../machines/condominium-form/condominium-form.machine.ts'
import { lookUpCep } from '../../services/condominiums/cep-api.ts'
import { readCondominium, saveCondominium } from '../../services/condominiums/condominium-record-api.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Provides the form of a condominium with the server's calls (CON-4). A chunk that is fetched with its page. */
export function condominiumForm({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const call = createCall(http, log)
  return condominiumFormMachine.provide({
    actors: {
      loadRecord: fromPromise(({ input, signal }) => readCondominium(call, input.id, signal)),
      save: fromPromise(({ input, signal }) => saveCondominium(call, input, signal)),
      lookUpCep: fromPromise(({ input, signal }) => lookUpCep(call, input.cep, signal)),
    },
    actions: {
      showList: () => navigate('/condominiums', { replace: true }),
      followLink: (_, { destination }) => navigate(destination),
      logFailure: logTo(log),
    },
  })
}
