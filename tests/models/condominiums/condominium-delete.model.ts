import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface CondominiumDeleteModelContext extends ModelContext {
  message: string | null
}

export type CondominiumDeleteModelEvent =
  | { type: 'person.confirms' }
  | { type: 'person.closes' }
  | { type: 'server.deletes' }
  | { type: 'server.keeps'; text: string }
  | { type: 'server.fails'; text: string }

const { did, logs, update } = modelActions<CondominiumDeleteModelContext, CondominiumDeleteModelEvent>()
const asks = did(entry('asks', 'remove', { id: 'c1' }))
const closes = did(entry('reports', 'deletion.closed'))
const showsMessage = update((_, event) => ('text' in event ? { message: event.text } : {}))

/** CON-4: deletion needs confirmation; the page shows why a deletion is refused; a sent request cannot be cancelled. */
export const condominiumDeleteModel = setup({
  types: {} as { context: CondominiumDeleteModelContext; events: CondominiumDeleteModelEvent },
}).createMachine({
  id: 'condominium deletion model',
  context: { now: 0, did: [], message: null },
  initial: 'asking',
  states: {
    asking: { on: { 'person.confirms': { target: 'deleting', actions: asks }, 'person.closes': { actions: closes } } },
    deleting: {
      tags: 'busy',
      on: {
        'server.deletes': {
          target: 'deleted',
          actions: did(
            entry('reports', 'condominium.deleted', {
              condominium: { id: 'c1', name: 'Aurora', wordCode: 'W', customersId: 'k' },
            }),
          ),
        },
        'server.keeps': { target: 'kept', actions: showsMessage },
        'server.fails': {
          target: 'failed',
          actions: [showsMessage, logs('Condomínio não excluído.')],
        },
      },
    },
    kept: { tags: 'kept', on: { 'person.closes': { actions: closes } } },
    failed: {
      tags: 'error',
      on: { 'person.confirms': { target: 'deleting', actions: asks }, 'person.closes': { actions: closes } },
    },
    deleted: { tags: 'deleted', on: { 'person.closes': { actions: closes } } },
  },
})
