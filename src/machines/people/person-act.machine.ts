import { assign, sendParent, setup } from 'xstate'
import type { OneTimeLink } from '../../../contract/wire/answers/people.ts'
import type { PersonAct, PersonActAnswer } from '../../services/people/people-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

interface PersonActInput {
  id: string
  act: PersonAct
}

interface PersonActContext extends PersonActInput {
  /** Why it may not be done, or was not. */
  failure: CallFailure | null
  link: OneTimeLink | null
}

export type PersonActEvent = { type: 'act.confirm' } | { type: 'act.close' }

/** What an act tells its supervisor. */
export type PersonActReport =
  | { type: 'act.done'; act: PersonAct }
  /** Somebody has thought better of it, or read what it came to. */
  | { type: 'act.closed' }

const answered = ({ event }: { event: { output: PersonActAnswer } }) => ({ answer: event.output })

/** One thing done to a person's access, after a question: another link, the end of it, its return (ACC-2). */
export const personActMachine = setup({
  types: {} as {
    context: PersonActContext
    events: PersonActEvent
    input: PersonActInput
    tags: 'busy' | 'error' | 'kept' | 'linked' | 'finished'
  },
  actors: { perform: promiseNotProvided<PersonActAnswer, PersonActInput>('personAct.perform') },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('personAct.logFailure'),
    noteAnswer: assign((_, { answer }: { answer: PersonActAnswer }) =>
      answer.kind === 'kept' ? { failure: { status: 409, message: answer.message } } : { link: answer.link },
    ),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error) })),
    reportDone: sendParent(({ context: { act } }): PersonActReport => ({ type: 'act.done', act })),
    reportClosed: sendParent({ type: 'act.closed' } satisfies PersonActReport),
  },
  guards: {
    isKept: (_, { answer }: { answer: PersonActAnswer }) => answer.kind === 'kept',
    bringsLink: (_, { answer }: { answer: PersonActAnswer }) => answer.kind === 'done' && answer.link !== null,
  },
}).createMachine({
  id: 'personAct',
  meta: { requirements: ['ACC-1', 'ACC-2'] },
  context: ({ input }) => ({ ...input, failure: null, link: null }),
  initial: 'asking',
  on: { 'act.close': { actions: 'reportClosed' } },
  states: {
    asking: { on: { 'act.confirm': 'performing' } },
    performing: {
      description: 'What was sent can not be taken back: the question stays until the server has answered.',
      tags: 'busy',
      on: { 'act.close': {} },
      invoke: {
        src: 'perform',
        input: ({ context: { id, act } }) => ({ id, act }),
        onDone: [
          {
            guard: { type: 'isKept', params: answered },
            target: 'kept',
            actions: { type: 'noteAnswer', params: answered },
          },
          {
            guard: { type: 'bringsLink', params: answered },
            target: 'linked',
            actions: [{ type: 'noteAnswer', params: answered }, 'reportDone'],
          },
          { target: 'finished', actions: 'reportDone' },
        ],
        onError: {
          target: 'failed',
          actions: [failed('Acesso da pessoa não alterado.'), { type: 'noteFailure', params: ({ event }) => event }],
        },
      },
    },
    kept: { description: 'Somebody has to be left who looks after the people.', tags: 'kept' },
    failed: { tags: 'error', on: { 'act.confirm': 'performing' } },
    linked: { description: 'The link is shown, this once.', tags: 'linked' },
    finished: { tags: 'finished' },
  },
})
