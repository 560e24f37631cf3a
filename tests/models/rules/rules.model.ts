import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface RulesModelContext extends ModelContext {
  on: string
  shown: string | null
}

export type RulesModelEvent =
  | { type: 'person.opensPage'; on: string }
  | { type: 'person.triesAgain' }
  | { type: 'server.answers'; on: string }
  | { type: 'server.fails' }
  | { type: 'server.recovers' }

type Context = RulesModelContext
const { update } = modelActions<Context, RulesModelEvent>()
const opens = {
  target: '.loading',
  actions: update(({ did }, event) => {
    const on = 'on' in event ? event.on : ''
    return { on, shown: null, did: [...did, entry('asks', 'load', { on })] }
  }),
}
const again = {
  target: 'loading',
  actions: update(({ did, on }) => ({ did: [...did, entry('asks', 'load', { on })] })),
}

/** EVI-10: the page shows the rules of the day that was requested last. */
export const rulesModel = setup({
  types: {} as { context: Context; events: RulesModelEvent },
}).createMachine({
  id: 'rules model',
  context: { now: 0, did: [], on: '', shown: null },
  initial: 'unasked',
  on: { 'person.opensPage': opens },
  states: {
    unasked: { tags: 'loading' },
    loading: {
      tags: 'loading',
      on: {
        'server.answers': {
          target: 'shown',
          actions: update((_, event) => ({ shown: 'on' in event ? event.on : null })),
        },
        'server.fails': {
          target: 'failed',
          actions: update(({ did }) => ({ did: [...did, entry('does', 'logFailure', 'Regras não carregadas.')] })),
        },
      },
    },
    shown: {},
    failed: { tags: 'error', on: { 'person.triesAgain': again, 'server.recovers': again } },
  },
})
