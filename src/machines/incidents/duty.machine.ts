import { assign, setup } from 'xstate'
import type { OnDuty } from '../../../contract/wire/answers/on-duty.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** Interval between two requests while the page is visible, in milliseconds. */
const askEveryMs = 60_000
/** Interval at which a hidden page checks whether the page is visible again, in milliseconds. */
const checkSeenMs = 5_000

/** The people on duty, for the heading of the worklist (CALL-2). */
export const dutyMachine = setup({
  types: {} as {
    /** Null if the people on duty are not known. */
    context: { onDuty: OnDuty | null }
    events: { type: 'socket.restored' }
  },
  actors: { load: promiseNotProvided<OnDuty>('duty.load') },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('duty.logFailure'),
    take: assign((_, { onDuty }: { onDuty: OnDuty }) => ({ onDuty })),
    forget: assign({ onDuty: null }),
  },
  guards: {
    /** Whether the page is visible. */
    isSeen: guardNotProvided('duty.isSeen'),
  },
  delays: { askEvery: askEveryMs, checkSeen: checkSeenMs },
}).createMachine({
  id: 'duty',
  meta: { requirements: ['CALL-2'] },
  context: { onDuty: null },
  initial: 'loading',
  on: { 'socket.restored': '.loading' },
  states: {
    loading: {
      description: 'The last answer stays on screen until the next one.',
      invoke: {
        src: 'load',
        onDone: { target: 'known', actions: { type: 'take', params: ({ event }) => ({ onDuty: event.output }) } },
        onError: { target: 'unknown', actions: [failed('Plantão não carregado.'), 'forget'] },
      },
    },
    known: {
      after: {
        askEvery: [
          { guard: 'isSeen', target: 'loading' },
          { target: 'hidden', actions: 'forget' },
        ],
      },
    },
    unknown: { after: { askEvery: [{ guard: 'isSeen', target: 'loading' }, { target: 'hidden' }] } },
    hidden: {
      description: 'The page is hidden: an old answer must not be read when a person looks again.',
      after: {
        checkSeen: [
          { guard: 'isSeen', target: 'loading' },
          { target: 'hidden', reenter: true },
        ],
      },
    },
  },
})
