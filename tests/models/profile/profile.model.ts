import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type ProfileModelEvent = { type: 'person.opensPage' } | { type: 'secondFactor.breaks' }

const { did, logs } = modelActions<ModelContext, ProfileModelEvent>()

/** SES-12: the machine of the second factor starts with the first visit of the page, and again after a crash. */
export const profileModel = setup({
  types: {} as { context: ModelContext; events: ProfileModelEvent },
}).createMachine({
  id: 'profile model',
  context: { now: 0, did: [] },
  initial: 'closed',
  states: {
    closed: { on: { 'person.opensPage': 'open' } },
    open: {
      entry: did(entry('asks', 'secondFactor')),
      on: {
        'secondFactor.breaks': { target: 'closed', actions: logs('A verificação em duas etapas falhou.') },
      },
    },
  },
})
