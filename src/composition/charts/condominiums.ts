import { fromPromise } from 'xstate'
import { condominiumDeleteMachine } from '../../machines/condominiums/condominium-delete.machine.ts'
import { condominiumPlaceMachine } from '../../machines/condominiums/condominium-place.machine.ts'
import { condominiumsMachine } from '../../machines/condominiums/condominiums.machine.ts'
import { visitsMachine } from '../../machines/condominiums/visits.machine.ts'
import { deferred } from '../../machines/parts/deferred.ts'
import { createCondominiumApi } from '../../services/condominiums/condominium-api.ts'
import { createCondominiumRecordApi } from '../../services/condominiums/condominium-record-api.ts'
import { readSelectedCondominium, writeSelectedCondominium } from '../../services/condominiums/selected-condominium.ts'
import { readVisits, storeVisits } from '../../services/condominiums/visit-store.ts'
import { dataOf } from '../../services/http/call-result.ts'
import type { condominiumForm } from '../condominium-form.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import { eventFeed } from './event-feed.ts'

type Late = typeof import('../condominium-form.ts')

let late: Late | null = null

/** Fetches the chart of the form: it comes with its page. */
export async function importCondominiumForm(): Promise<Late> {
  late ??= await import('../condominium-form.ts')
  return late
}

/** The condominiums, with the real services behind their list, and the page, the form and the deletion of one (CON). */
export function condominiums(neighbours: Neighbours) {
  const { config, log, localData, http } = neighbours
  const lists = createCondominiumApi(http, log)
  const records = createCondominiumRecordApi(http, log)
  let form: ReturnType<typeof condominiumForm> | null = null
  const logFailure = logTo(log)
  return condominiumsMachine.provide({
    actors: {
      restoreSelection: fromPromise(async () => readSelectedCondominium(localData, log)),
      loadCondominiums: fromPromise(async ({ input, signal }) => dataOf(await lists.byUser(input.userId, signal))),
      form: deferred(() => {
        if (late === null) throw new Error('a form was opened before its code came')
        form ??= late.condominiumForm({ http, log })
        return form
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
