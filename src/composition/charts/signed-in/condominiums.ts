import { fromPromise } from 'xstate'
import { condominiumRoutes } from '../../../../contract/wire/routes/condominiums.ts'
import { condominiumDeleteMachine } from '../../../machines/condominiums/condominium-delete.machine.ts'
import { condominiumPlaceMachine } from '../../../machines/condominiums/condominium-place.machine.ts'
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
import { eventFeed } from './event-feed.ts'

const late = lateCode(() => import('../../children/condominium-form.ts'))

/** Fetches the chart of the form. Its page fetches it ahead. */
export const importCondominiumForm = late.load

/** Fetches the calls of the records, which only pages of condominiums use. */
export const importRecords = () => import('../../../services/condominiums/condominium-record-api.ts')

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
      form: lateChart(late, (code) => code.condominiumForm({ http, log })),
      deletion: condominiumDeleteMachine.provide({
        actors: {
          remove: fromPromise(async ({ input, signal }) =>
            (await importRecords()).removeCondominium(call, input.id, signal),
          ),
        },
        actions: { logFailure },
      }),
      place: condominiumPlaceMachine.provide({
        actors: {
          readPlace: fromPromise(
            async ({ input, signal }) =>
              (await (await importRecords()).readCondominium(call, input.id, signal)).condominium,
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
