import { assertEvent, assign, setup } from 'xstate'
import type { ReplayPeriod } from '../../inspector/replay/replay-document.ts'
import { errorText } from '../parts/error-text.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

interface ReplayMakerContext {
  /** Name of the last saved file. */
  fileName: string
  /** Why the file was not saved, as a text for the user. */
  problem: string | null
}

export type ReplayMakerEvent =
  /** A person pressed 'Virar teste'. */
  { type: 'replay.want' } | { type: 'replay.cancel' } | { type: 'replay.save'; period: ReplayPeriod }

/** Makes a test of a period of a recording (INS-5). */
export const replayMakerMachine = setup({
  types: {} as { context: ReplayMakerContext; events: ReplayMakerEvent; tags: 'open' | 'busy' | 'refused' | 'saved' },
  actors: {
    /** Saves a period of the shown recording for the user; resolves with the name of the file. */
    write: promiseNotProvided<string, { period: ReplayPeriod }>('replayMaker.write'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('replayMaker.logFailure'),
    noteFile: assign((_, { name }: { name: string }) => ({ fileName: name })),
    noteProblem: assign((_, { error }: { error: unknown }) => ({
      problem: errorText(error),
    })),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'replayMaker',
  meta: { requirements: ['INS-5'] },
  context: { fileName: '', problem: null },
  initial: 'closed',
  states: {
    closed: { on: { 'replay.want': 'asking' } },
    asking: {
      description: 'A person chooses the period.',
      tags: 'open',
      initial: 'fresh',
      on: { 'replay.save': 'writing', 'replay.cancel': 'closed' },
      states: { fresh: { entry: 'forgetProblem' }, refused: { tags: 'refused' } },
    },
    writing: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'write',
        input: ({ event }) => {
          assertEvent(event, 'replay.save')
          return { period: event.period }
        },
        onDone: { target: 'saved', actions: { type: 'noteFile', params: ({ event }) => ({ name: event.output }) } },
        onError: {
          target: 'asking.refused',
          actions: [{ type: 'noteProblem', params: ({ event }) => event }, failed('Teste não gravado.')],
        },
      },
    },
    saved: { tags: 'saved', on: { 'replay.want': 'asking' } },
  },
})
