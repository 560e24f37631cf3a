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
  /** Why the change is not allowed, or why it failed. */
  failure: CallFailure | null
  link: OneTimeLink | null
}

export type PersonActEvent = { type: 'act.confirm' } | { type: 'act.close' }

/** Events that this actor sends to its supervisor. */
export type PersonActReport =
  | { type: 'act.done'; act: PersonAct }
  /** The dialog was cancelled, or its result was read. */
  | { type: 'act.closed' }

const answered = ({ event }: { event: { output: PersonActAnswer } }) => ({ answer: event.output })

/** One change of a person's access after a confirmation: a new link, blocking or restoring the access (ACC-2). */
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
      description: 'A sent call cannot be cancelled: the dialog stays open until the server has answered.',
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
    kept: { description: 'Refused: at least one person with the right to manage people must remain.', tags: 'kept' },
    failed: { tags: 'error', on: { 'act.confirm': 'performing' } },
    linked: { description: 'The link is shown, only this once.', tags: 'linked' },
    finished: { tags: 'finished' },
  },
})
