import { assign, setup } from 'xstate'
import type { OwnSession } from '../../../contract/wire/answers/account.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

interface MySessionsContext {
  sessions: readonly OwnSession[]
  /** Ids of the sessions to end, in their order; the first is being ended. */
  ending: readonly string[]
  /** How many sessions the last action of the person has ended so far. */
  ended: number
  /** Why the last session could not be ended, as a text for the user. */
  failure: string | null
}

export type MySessionsEvent =
  /** The list was opened. */
  { type: 'mySessions.want' } | { type: 'mySessions.end'; id: string } | { type: 'mySessions.endOthers' }

const isOther = { type: 'isOther', params: ({ event }: { event: { id: string } }) => event } as const
const expectEnd = { type: 'expectEnd', params: ({ event }: { event: { id: string } }) => event } as const

/** The user's sessions, and ending the others (SHELL-5). The list drops a session only after the server ended it. */
export const mySessionsMachine = setup({
  types: {} as {
    context: MySessionsContext
    events: MySessionsEvent
    tags: 'loading' | 'error'
  },
  actors: {
    loadSessions: promiseNotProvided<OwnSession[], void>('mySessions.loadSessions'),
    endSession: promiseNotProvided<void, { id: string }>('mySessions.endSession'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('mySessions.logFailure'),
    takeList: assign((_, { sessions }: { sessions: readonly OwnSession[] }) => ({ sessions })),
    expectEnd: assign(({ context }, { id }: { id: string }) => ({ ending: [...context.ending, id] })),
    expectEndOfOthers: assign(({ context: { ending, sessions } }) => ({
      ending: [...ending, ...sessions.filter((each) => !each.current && !ending.includes(each.id)).map(({ id }) => id)],
    })),
    dropEnded: assign(({ context: { ending, sessions, ended } }) => ({
      sessions: sessions.filter(({ id }) => id !== ending[0]),
      ending: ending.slice(1),
      ended: ended + 1,
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ ending: [], failure: callFailureOf(error).message })),
    forgetOutcome: assign({ ended: 0, failure: null }),
  },
  guards: {
    /** False for the session of this browser, which the menu ends, and for a session already being ended. */
    isOther: ({ context }, { id }: { id: string }) =>
      !context.ending.includes(id) && context.sessions.some((each) => each.id === id && !each.current),
    hasOthers: ({ context }) => context.sessions.some(({ current }) => !current),
    hasMore: ({ context }) => context.ending.length > 1,
  },
}).createMachine({
  id: 'mySessions',
  meta: { requirements: ['SHELL-5'] },
  context: { sessions: [], ending: [], ended: 0, failure: null },
  initial: 'unasked',
  states: {
    unasked: { description: 'No page has shown the list yet.', on: { 'mySessions.want': 'loading' } },
    loading: {
      tags: 'loading',
      entry: 'forgetOutcome',
      on: { 'mySessions.want': { target: 'loading', reenter: true } },
      invoke: {
        src: 'loadSessions',
        onDone: {
          target: 'listed',
          actions: { type: 'takeList', params: ({ event }) => ({ sessions: event.output }) },
        },
        onError: { target: 'failed', actions: failed('Sessões não carregadas.') },
      },
    },
    failed: { tags: 'error', on: { 'mySessions.want': 'loading' } },
    listed: {
      on: {
        'mySessions.want': 'loading',
        'mySessions.end': { guard: isOther, target: 'ending', actions: ['forgetOutcome', expectEnd] },
        'mySessions.endOthers': {
          guard: 'hasOthers',
          target: 'ending',
          actions: ['forgetOutcome', 'expectEndOfOthers'],
        },
      },
    },
    ending: {
      description: 'Ends one session after the other, even if the page is left; a failure cancels the rest.',
      on: {
        'mySessions.end': { guard: isOther, actions: expectEnd },
        'mySessions.endOthers': { actions: 'expectEndOfOthers' },
      },
      invoke: {
        src: 'endSession',
        input: ({ context }) => ({ id: context.ending[0] ?? '' }),
        onDone: [
          { guard: 'hasMore', target: 'ending', reenter: true, actions: 'dropEnded' },
          { target: 'listed', actions: 'dropEnded' },
        ],
        onError: {
          target: 'listed',
          actions: [failed('Sessão não encerrada.'), { type: 'noteFailure', params: ({ event }) => event }],
        },
      },
    },
  },
})
