import { fromPromise } from 'xstate'
import { condominiumDeleteMachine } from '../../machines/condominiums/condominium-delete.machine.ts'
import { condominiumPlaceMachine } from '../../machines/condominiums/condominium-place.machine.ts'
import { readCondominium, removeCondominium } from '../../services/condominiums/condominium-record-api.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { eventFeed } from '../charts/signed-in/event-feed.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Provides the deletion of a condominium (CON-4). The pages of condominiums load this chunk. */
export function condominiumDeletion({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const call = createCall(http, log)
  return condominiumDeleteMachine.provide({
    actors: { remove: fromPromise(({ input, signal }) => removeCondominium(call, input.id, signal)) },
    actions: { logFailure: logTo(log) },
  })
}

/** Provides the page of one condominium with its events (PAGE-2). */
export function condominiumPlace(neighbours: Neighbours) {
  const { http, log } = neighbours
  const call = createCall(http, log)
  return condominiumPlaceMachine.provide({
    actors: {
      readPlace: fromPromise(async ({ input, signal }) => (await readCondominium(call, input.id, signal)).condominium),
      feed: eventFeed(neighbours),
    },
    actions: { logFailure: logTo(log) },
  })
}
