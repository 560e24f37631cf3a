import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface CondominiumLeavingModelContext extends ModelContext {
  name: string
  destination: string
}

export type CondominiumLeavingModelEvent =
  | { type: 'person.types'; name: string }
  | { type: 'link.leads'; to: string }
  | { type: 'person.leaves' }
  | { type: 'person.stays' }
  | { type: 'page.isLeft' }
  | { type: 'page.returns' }
  | { type: 'person.discards' }

type Context = CondominiumLeavingModelContext
const { update } = modelActions<Context, CondominiumLeavingModelEvent>()
const types = { actions: update((_, event) => (event.type === 'person.types' ? { name: event.name } : {})) }
const goes = update((_, event) => (event.type === 'link.leads' ? { destination: event.to } : {}))
const follows = update(({ did, destination }) => ({ did: [...did, entry('does', 'followLink', destination)] }))

/** CON-4: a link away from unsaved changes needs confirmation; the browser's Back cannot be blocked. */
export const condominiumLeavingModel = setup({
  types: {} as { context: Context; events: CondominiumLeavingModelEvent },
  guards: { isUnsaved: ({ context }) => context.name !== '' },
}).createMachine({
  id: 'condominium leaving model',
  context: { now: 0, did: [], name: '', destination: '' },
  initial: 'staying',
  states: {
    staying: {
      tags: 'open',
      on: {
        'person.types': types,
        'link.leads': { guard: 'isUnsaved', target: 'asking', actions: goes },
        'page.isLeft': 'away',
      },
    },
    asking: {
      tags: ['open', 'asking'],
      on: {
        'person.types': types,
        'person.stays': 'staying',
        'person.leaves': { target: 'discarded', actions: follows },
        'page.isLeft': 'away',
      },
    },
    away: {
      tags: ['open', 'away'],
      on: { 'person.types': types, 'page.returns': 'staying', 'person.discards': 'discarded' },
    },
    discarded: { tags: 'discarded' },
  },
})
