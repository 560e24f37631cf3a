import { assign, setup } from 'xstate'
import { failed } from './failed.ts'
import { effectNotProvided, promiseNotProvided } from './not-provided.ts'

interface TextCopyContext {
  /** What is, or was, to be copied. */
  text: string
}

export type TextCopyEvent =
  /** A person wants this text on the clipboard. */
  | { type: 'copy.wanted'; text: string }
  /** It has been read how that went, or the page with it is gone. */
  | { type: 'copy.dropped' }

/** A text on its way to the clipboard; where the browser refuses, the person copies it by hand (PAGE-4, CFG-2). */
export const textCopyMachine = setup({
  types: {} as { context: TextCopyContext; events: TextCopyEvent; tags: 'copied' | 'byHand' },
  actors: {
    /** Rejects where the browser has no clipboard, or refuses it. */
    write: promiseNotProvided<void, { text: string }>('textCopy.write'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('textCopy.logFailure'),
    take: assign((_, { text }: { text: string }) => ({ text })),
  },
}).createMachine({
  id: 'textCopy',
  meta: { requirements: ['PAGE-4', 'CFG-2'] },
  context: { text: '' },
  on: {
    'copy.wanted': { target: '.copying', actions: { type: 'take', params: ({ event }) => event } },
    'copy.dropped': '.idle',
  },
  initial: 'idle',
  states: {
    idle: {},
    copying: {
      invoke: {
        src: 'write',
        input: ({ context: { text } }) => ({ text }),
        onDone: 'copied',
        onError: { target: 'byHand', actions: failed('O texto não foi copiado.') },
      },
    },
    copied: { tags: 'copied' },
    byHand: { description: 'The text is shown selected, so that the person can copy it.', tags: 'byHand' },
  },
})
