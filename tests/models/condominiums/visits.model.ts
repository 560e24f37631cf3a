import { setup } from 'xstate'
import type { Visit } from '../../../src/machines/condominiums/visits.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { epoch } from '../parts/production-actor.ts'

const dayMs = 24 * 60 * 60_000

/** Stored visits: two of the last days, one of which can be visited again, and one that is too old. */
export const kept: readonly Visit[] = [
  { kind: 'device', id: 'W-1', at: epoch - dayMs },
  { kind: 'condominium', id: 'c2', at: epoch - 6 * dayMs },
  { kind: 'condominium', id: 'a', at: epoch - 8 * dayMs },
]

export interface VisitsModelContext extends ModelContext {
  /** Newest first. */
  ids: readonly string[]
}

export type VisitsModelEvent =
  | { type: 'person.visits'; id: 'c2' | 'c10' }
  | { type: 'storage.answers' }
  | { type: 'storage.isUnreadable' }

type Context = VisitsModelContext
const { update } = modelActions<Context, VisitsModelEvent>()
const visits = update(({ ids }, event) =>
  event.type === 'person.visits' ? { ids: [event.id, ...ids.filter((id) => id !== event.id)] } : {},
)
const adds = update(({ ids }) => ({ ids: [...ids, ...['W-1', 'c2'].filter((id) => !ids.includes(id))] }))
const stores = update(({ did, ids }) => ({ did: [...did, entry('does', 'storeVisits', ids)] }))

/** PAGE-6: each page once, newest first; visits made while storage is read precede the stored visits. */
export const visitsModel = setup({ types: {} as { context: Context; events: VisitsModelEvent } }).createMachine({
  id: 'visits model',
  context: { now: 0, did: [entry('asks', 'readVisits', { userId: 'u1' })], ids: [] },
  on: { 'person.visits': { actions: [visits, stores] } },
  initial: 'reading',
  states: {
    reading: {
      on: {
        'storage.answers': { target: 'read', actions: [adds, stores] },
        'storage.isUnreadable': {
          target: 'read',
          actions: update(({ did }) => ({
            did: [...did, entry('does', 'logFailure', 'Páginas visitadas ilegíveis.')],
          })),
        },
      },
    },
    read: {},
  },
})
