import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { ProofAnswer } from '../../services/session/proof-api.ts'
import { callFailureOf } from './call-failure.ts'
import { failed } from './failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from './not-provided.ts'

/** Contains no password: a password goes from the event directly to the call. */
interface ProofContext {
  /** Why the password was refused, or why the call failed, as a text for the user. */
  problem: string | null
  /** Counts the problems, so that a view can focus the field after each of them. */
  refusals: number
}

export type ProofEvent =
  /** A call needs the password of the user. */
  { type: 'proof.asked' } | { type: 'proof.give'; password: string } | { type: 'proof.cancel' }

/** The result of a question, for the calls that wait. */
export type ProofResult = { type: 'proof.answered'; isProven: boolean }

/** Asks for the password before a change of access, once for all calls that wait for it (ACC-4). */
export const proofMachine = setup({
  types: {} as {
    context: ProofContext
    events: ProofEvent
    children: { questions: 'questions' }
    tags: 'asking' | 'busy'
  },
  actors: {
    questions: callbackNotProvided<ProofResult>('proof.questions'),
    prove: promiseNotProvided<ProofAnswer, { password: string }>('proof.prove'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('proof.logFailure'),
    answer: sendTo('questions', (_, { isProven }: { isProven: boolean }): ProofResult => {
      return { type: 'proof.answered', isProven }
    }),
    noteProblem: assign(({ context }, { problem }: { problem: string | null }) => ({
      problem,
      refusals: context.refusals + 1,
    })),
    forget: assign({ problem: null }),
  },
  guards: { isRefused: (_, { problem }: { problem: string | null }) => problem !== null },
}).createMachine({
  id: 'proof',
  meta: { requirements: ['ACC-4'] },
  context: { problem: null, refusals: 0 },
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
          return { password: event.password }
        },
        onDone: [
          {
            guard: { type: 'isRefused', params: problemOf },
            target: 'asking',
            actions: { type: 'noteProblem', params: problemOf },
          },
          { target: 'unasked', actions: { type: 'answer', params: { isProven: true } } },
        ],
        onError: {
          target: 'asking',
          actions: [
            failed('Senha não conferida.'),
            { type: 'noteProblem', params: ({ event }) => ({ problem: callFailureOf(event.error).message }) },
          ],
        },
      },
    },
  },
})

function problemOf({ event: { output } }: { event: { output: ProofAnswer } }) {
  return { problem: output.kind === 'refused' ? output.text : null }
}
