import { fromPromise } from 'xstate'
import { condominiumRoutes } from '../../../../contract/wire/routes/condominiums.ts'
import { condominiumDeleteMachine } from '../../../machines/condominiums/condominium-delete.machine.ts'
import { condominiumPlaceMachine } from '../../../machines/condominiums/condominium-place.machine.ts'
import { condominiumsMachine } from '../../../machines/condominiums/condominiums.machine.ts'
import { visitsMachine } from '../../../machines/condominiums/visits.machine.ts'
import { deferred } from '../../../machines/parts/deferred.ts'
import { readCondominium, removeCondominium } from '../../../services/condominiums/condominium-record-api.ts'
import {
  readSelectedCondominium,
  writeSelectedCondominium,
} from '../../../services/condominiums/selected-condominium.ts'
import { readVisits, storeVisits } from '../../../services/condominiums/visit-store.ts'
import { parseLists } from '../../../services/http/answer-lists.ts'
import { dataOf } from '../../../services/http/call-result.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import type { condominiumForm } from '../../children/condominium-form.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'
import { eventFeed } from './event-feed.ts'

type Late = typeof import('../../children/condominium-form.ts')

let late: Late | null = null

/** Fetches the chart of the form. Its page fetches it ahead. */
export async function importCondominiumForm(): Promise<Late> {
  late ??= await import('../../children/condominium-form.ts')
  return late
}

/** Provides the condominiums' list, page, form and deletion with the real services (CON). */
export function condominiums(neighbours: Neighbours) {
  const { config, log, localData, http } = neighbours
  const call = createCall(http, log)
  let form: ReturnType<typeof condominiumForm> | null = null
  const logFailure = logTo(log)
  return condominiumsMachine.provide({
    actors: {
      restoreSelection: fromPromise(async () => readSelectedCondominium(localData, log)),
      loadCondominiums: fromPromise(async ({ input: { userId }, signal }) => {
        const options = { query: { userId }, signal, parse: parseLists }
        return dataOf(await call(condominiumRoutes.condominiumsOfUser, options)).result
      }),
      form: deferred(() => {
        if (late === null) throw new Error('a form was opened before its code was loaded')
        form ??= late.condominiumForm({ http, log })
        return form
      }),
      deletion: condominiumDeleteMachine.provide({
        actors: { remove: fromPromise(({ input, signal }) => removeCondominium(call, input.id, signal)) },
        actions: { logFailure },
      }),
      place: condominiumPlaceMachine.provide({
        actors: {
          readPlace: fromPromise(
            async ({ input, signal }) => (await readCondominium(call, input.id, signal)).condominium,
          ),
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
