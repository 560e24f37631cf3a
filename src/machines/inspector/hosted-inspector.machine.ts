import { assign, setup } from 'xstate'
import { errorText } from '../parts/error-text.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided } from '../parts/not-provided.ts'

interface HostedContext {
  /** Why the window could not be opened, as a text for the user. */
  problem: string | null
}

export type HostedEvent =
  /** A person asks for the hosted inspector; the dialog first shows which data leaves the browser. */
  | { type: 'hosted.want' }
  | { type: 'hosted.confirm' }
  | { type: 'hosted.cancel' }
  | { type: 'hosted.detach' }
  /** The window of the hosted inspector is connected. */
  | { type: 'hosted.connected' }
  /** The window of the hosted inspector was closed. */
  | { type: 'hosted.closed' }

/** Stately's inspector in its own window: off until a person has confirmed which data leaves the browser (INS-1). */
export const hostedInspectorMachine = setup({
  types: {} as { context: HostedContext; events: HostedEvent; tags: 'asking' | 'attached' | 'connected' | 'error' },
  actors: {
    /** Opens the window and sends it the recorded events, with all secrets masked. */
    window: callbackNotProvided<HostedEvent>('hostedInspector.window'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('hostedInspector.logFailure'),
    noteProblem: assign((_, { error }: { error: unknown }) => ({
      problem: errorText(error),
    })),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'hostedInspector',
  meta: { requirements: ['INS-1'] },
  context: { problem: null },
  initial: 'detached',
  states: {
    detached: { on: { 'hosted.want': 'asking' } },
    asking: {
      tags: 'asking',
      entry: 'forgetProblem',
      on: { 'hosted.confirm': 'attached', 'hosted.cancel': 'detached' },
    },
    attached: {
      tags: 'attached',
      invoke: {
        src: 'window',
        onError: {
          target: 'refused',
          actions: [{ type: 'noteProblem', params: ({ event }) => event }, failed('Inspetor externo não aberto.')],
        },
      },
      on: { 'hosted.detach': 'detached', 'hosted.closed': 'detached' },
      initial: 'opening',
      states: {
        opening: { on: { 'hosted.connected': 'connected' } },
        connected: { tags: 'connected' },
      },
    },
    refused: { tags: 'error', on: { 'hosted.want': 'asking' } },
  },
})
