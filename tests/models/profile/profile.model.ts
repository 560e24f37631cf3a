import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export const profileParts = ['password', 'mySessions', 'wallLinks', 'secondFactor'] as const

export type ProfileModelEvent =
  | { type: 'person.opensPage' }
  | { type: 'part.breaks'; part: (typeof profileParts)[number] }

const { did, logs } = modelActions<ModelContext, ProfileModelEvent>()

/** The machines of the page start with the first visit of the page, and again after a crash (SHELL-5, SES-12). */
export const profileModel = setup({
  types: {} as { context: ModelContext; events: ProfileModelEvent },
}).createMachine({
  id: 'profile model',
  context: { now: 0, did: [] },
  initial: 'closed',
  states: {
    closed: { on: { 'person.opensPage': 'open' } },
    open: {
      entry: did(...profileParts.map((part) => entry('asks', part))),
      on: {
        'part.breaks': { target: 'closed', actions: logs('Uma parte da página de perfil falhou.') },
      },
    },
  },
})
