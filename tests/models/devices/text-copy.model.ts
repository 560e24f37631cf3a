import { assign, setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface CopyModelContext extends ModelContext {
  text: string
}

export type CopyModelEvent =
  | { type: 'person.copies'; text: string }
  | { type: 'clipboard.takes' }
  | { type: 'clipboard.refuses' }
  | { type: 'person.leaves' }

/** PAGE-4, CFG-2: copied, or shown to be copied by hand; another wish comes first. */
export const textCopyModel = setup({
  types: {} as { context: CopyModelContext; events: CopyModelEvent },
}).createMachine({
  id: 'text copy model',
  context: { now: 0, did: [], text: '' },
  on: {
    'person.copies': {
      target: '.copying',
      actions: assign(({ context: { did }, event: { text } }) => ({
        text,
        did: [...did, entry('asks', 'write', { text })],
      })),
    },
    'person.leaves': '.idle',
  },
  initial: 'idle',
  states: {
    idle: {},
    copying: {
      on: {
        'clipboard.takes': 'copied',
        'clipboard.refuses': {
          target: 'byHand',
          actions: assign({
            did: ({ context: { did } }) => [...did, entry('does', 'logFailure', 'O texto não foi copiado.')],
          }),
        },
      },
    },
    copied: { tags: 'copied' },
    byHand: { tags: 'byHand' },
  },
})
