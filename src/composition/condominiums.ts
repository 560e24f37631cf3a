import { navigate } from 'wouter/use-browser-location'
import { fromPromise } from 'xstate'
import { condominiumFormMachine } from '../machines/condominium-form/condominium-form.machine.ts'
import { condominiumDeleteMachine } from '../machines/condominiums/condominium-delete.machine.ts'
import { condominiumPlaceMachine } from '../machines/condominiums/condominium-place.machine.ts'
import { condominiumsMachine } from '../machines/condominiums/condominiums.machine.ts'
import { visitsMachine } from '../machines/condominiums/visits.machine.ts'
import { createCepApi } from '../services/condominiums/cep-api.ts'
import { createCondominiumApi } from '../services/condominiums/condominium-api.ts'
import { createCondominiumRecordApi } from '../services/condominiums/condominium-record-api.ts'
import { readSelectedCondominium, writeSelectedCondominium } from '../services/condominiums/selected-condominium.ts'
import { readVisits, storeVisits } from '../services/condominiums/visit-store.ts'
import { dataOf } from '../services/http/call-result.ts'
import { eventFeed } from './event-feed.ts'
import { logTo, type Neighbours } from './neighbours.ts'

/** The condominiums, with the real services behind their list, and the page, the form and the deletion of one (CON). */
export function condominiums(neighbours: Neighbours) {
  const { config, log, localData, http } = neighbours
  const lists = createCondominiumApi(http, log)
  const records = createCondominiumRecordApi(http, log)
  const ceps = createCepApi(http, log)
  const logFailure = logTo(log)
  return condominiumsMachine.provide({
    actors: {
      restoreSelection: fromPromise(async () => readSelectedCondominium(localData, log)),
      loadCondominiums: fromPromise(async ({ input, signal }) => dataOf(await lists.byUser(input.userId, signal))),
      form: condominiumFormMachine.provide({
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
          logFailure,
        },
      }),
      deletion: condominiumDeleteMachine.provide({
        actors: { remove: fromPromise(({ input, signal }) => records.remove(input.id, signal)) },
        actions: { logFailure },
      }),
      place: condominiumPlaceMachine.provide({
        actors: {
          readPlace: fromPromise(async ({ input, signal }) => (await records.read(input.id, signal)).condominium),
          feed: eventFeed(neighbours),
        },
        actions: { logFailure },
      }),
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
