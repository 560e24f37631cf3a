import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { ProofAnswer, ProofFields } from '../../services/session/proof-api.ts'
import { callFailureOf } from './call-failure.ts'
import { failed } from './failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from './not-provided.ts'

/** The context contains neither password nor code: the event passes both directly to the call. */
interface ProofContext {
  /** Texts for the user: why each field was refused, or why the call failed. */
  problems: ProofFields
  /** The server has asked for a code of the second factor (SES-12). */
  needsCode: boolean
  /** Number of problems so far. At each change the view focuses the field again. */
  refusals: number
}

type Entered = { password: string; code?: string }

export type ProofEvent =
  /** A call needs the password of the user. */
  { type: 'proof.asked' } | ({ type: 'proof.give' } & Entered) | { type: 'proof.cancel' }

/** Reports to the waiting calls whether the user has proved their identity. */
export type ProofResult = { type: 'proof.answered'; isProven: boolean }

/** Asks for the password before a change of access, once for all calls that wait (ACC-4). */
export const proofMachine = setup({
  types: {} as {
    context: ProofContext
    events: ProofEvent
    children: { questions: 'questions' }
    tags: 'asking' | 'busy'
  },
  actors: {
    questions: callbackNotProvided<ProofResult>('proof.questions'),
    prove: promiseNotProvided<ProofAnswer, Entered>('proof.prove'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('proof.logFailure'),
    answer: sendTo('questions', (_, { isProven }: { isProven: boolean }): ProofResult => {
      return { type: 'proof.answered', isProven }
    }),
    noteProblems: assign(({ context }, { problems }: { problems: ProofFields | null }) => ({
      problems: problems ?? {},
      needsCode: context.needsCode || problems?.code !== undefined,
      refusals: context.refusals + 1,
    })),
    forget: assign({ problems: {} }),
  },
  guards: { isRefused: (_, { problems }: { problems: ProofFields | null }) => problems !== null },
}).createMachine({
  id: 'proof',
  meta: { requirements: ['ACC-4'] },
  context: { problems: {}, needsCode: false, refusals: 0 },
  invoke: { id: 'questions', src: 'questions' },
  initial: 'unasked',
  states: {
    unasked: { on: { 'proof.asked': { target: 'asking', actions: 'forget' } } },
    asking: {
      description: 'The dialog waits for the password; the earlier problem stays until the next answer.',
      tags: 'asking',
      on: {
        'proof.give': 'proving',
        'proof.cancel': { target: 'unasked', actions: { type: 'answer', params: { isProven: false } } },
      },
    },
    proving: {
      tags: ['asking', 'busy'],
      invoke: {
        src: 'prove',
        input: ({ event }) => {
          assertEvent(event, 'proof.give')
          const { password, code } = event
          return { password, ...(code !== undefined && { code }) }
        },
        onDone: [
          {
            guard: { type: 'isRefused', params: problemsOf },
            target: 'asking',
            actions: { type: 'noteProblems', params: problemsOf },
          },
          { target: 'unasked', actions: { type: 'answer', params: { isProven: true } } },
        ],
        onError: {
          target: 'asking',
          actions: [
            failed('Senha não conferida.'),
            {
              type: 'noteProblems',
              params: ({ event }) => ({ problems: { password: callFailureOf(event.error).message } }),
            },
          ],
        },
      },
    },
  },
})

function problemsOf({ event: { output } }: { event: { output: ProofAnswer } }) {
  return { problems: output.kind === 'refused' ? output.fields : null }
}
