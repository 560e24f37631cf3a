import { fromPromise } from 'xstate'
import { condominiumRoutes } from '../../../../contract/wire/routes/condominiums.ts'
import { condominiumsMachine } from '../../../machines/condominiums/condominiums.machine.ts'
import { visitsMachine } from '../../../machines/condominiums/visits.machine.ts'
import {
  readSelectedCondominium,
  writeSelectedCondominium,
} from '../../../services/condominiums/selected-condominium.ts'
import { readVisits, storeVisits } from '../../../services/condominiums/visit-store.ts'
import { parseLists } from '../../../services/http/answer-lists.ts'
import { dataOf } from '../../../services/http/call-result.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { lateCode } from '../../../ui/parts/loading/late-code.ts'
import { lateChart } from '../../late-chart.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

const lateForm = lateCode(() => import('../../children/condominium-form.ts'))
const latePages = lateCode(() => import('../../children/condominium-pages.ts'))
const lateContacts = lateCode(() => import('../../children/contacts.ts'))
const lateProcedures = lateCode(() => import('../../children/procedures.ts'))

/**
 * Load the charts of the form, the deletion, the condominium, the contacts and the procedures. The pages start these
 * loads ahead of time.
 */
export const importCondominiumForm = lateForm.load
export const importCondominiumPages = latePages.load
export const importContacts = lateContacts.load
export const importProcedures = lateProcedures.load

/** Provides the condominiums' list, page, form and deletion with the real services (CON). */
export function condominiums(neighbours: Neighbours) {
  const { config, log, localData, http } = neighbours
  const call = createCall(http, log)
  const logFailure = logTo(log)
  return condominiumsMachine.provide({
    actors: {
      restoreSelection: fromPromise(async () => readSelectedCondominium(localData, log)),
      loadCondominiums: fromPromise(async ({ input: { userId }, signal }) => {
        const options = { query: { userId }, signal, parse: parseLists }
        return dataOf(await call(condominiumRoutes.condominiumsOfUser, options)).result
      }),
      form: lateChart(lateForm, (code) => code.condominiumForm({ http, log })),
      deletion: lateChart(latePages, (code) => code.condominiumDeletion(neighbours)),
      place: lateChart(latePages, (code) => code.condominiumPlace(neighbours)),
      contacts: lateChart(lateContacts, (code) => code.contacts(neighbours)),
      procedures: lateChart(lateProcedures, (code) => code.procedures({ http, log })),
      visits: visitsMachine.provide({
        actors: { readVisits: fromPromise(async ({ input }) => readVisits(localData, input.userId)) },
        actions: {
          storeVisits: ({ context: { userId, visits } }) => {
            if (!config.sharedComputer) storeVisits(localData, userId, visits)
          },
          logFailure,
        },
      }),
    },
    actions: {
      storeSelection: ({ context }) => writeSelectedCondominium(localData, context.selected),
      logFailure,
    },
  })
}
