import { assign, sendParent, setup } from 'xstate'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { RemoveAnswer } from '../../services/condominiums/condominium-record-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

export type CondominiumDeleteEvent = { type: 'deletion.confirm' } | { type: 'deletion.close' }

/** Events that a deletion sends to its supervisor. */
export type CondominiumDeleteReport =
  | { type: 'condominium.deleted'; condominium: Condominium }
  /** The dialog was cancelled, or its result was read. */
  | { type: 'deletion.closed' }

const answered = ({ event }: { event: { output: RemoveAnswer } }) => ({ answer: event.output })

/** Deletes a condominium, after a confirmation (CON-4). */
export const condominiumDeleteMachine = setup({
  types: {} as {
    context: { condominium: Condominium; failure: CallFailure | null }
    events: CondominiumDeleteEvent
    input: { condominium: Condominium }
    tags: 'busy' | 'error' | 'kept' | 'deleted'
  },
  actors: { remove: promiseNotProvided<RemoveAnswer, { id: string }>('condominiumDelete.remove') },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('condominiumDelete.logFailure'),
    noteAnswer: assign((_, { answer }: { answer: RemoveAnswer }) => ({
      failure: answer.kind === 'kept' ? { status: 409, message: answer.message } : null,
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error) })),
    reportDeleted: sendParent(
      ({ context: { condominium } }): CondominiumDeleteReport => ({ type: 'condominium.deleted', condominium }),
    ),
    reportClosed: sendParent({ type: 'deletion.closed' } satisfies CondominiumDeleteReport),
  },
  guards: { isKept: (_, { answer }: { answer: RemoveAnswer }) => answer.kind === 'kept' },
}).createMachine({
  id: 'condominiumDelete',
  meta: { requirements: ['CON-4'] },
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'asking',
  on: { 'deletion.close': { actions: 'reportClosed' } },
  states: {
    asking: { on: { 'deletion.confirm': 'deleting' } },
    deleting: {
      description: 'A sent call cannot be cancelled: the dialog stays open until the server has answered.',
      tags: 'busy',
      on: { 'deletion.close': {} },
      invoke: {
        src: 'remove',
        input: ({ context }) => ({ id: context.condominium.id }),
        onDone: [
          {
            guard: { type: 'isKept', params: answered },
            target: 'kept',
            actions: { type: 'noteAnswer', params: answered },
          },
          { target: 'deleted', actions: 'reportDeleted' },
        ],
        onError: {
          target: 'failed',
          actions: [failed('Condomínio não excluído.'), { type: 'noteFailure', params: ({ event }) => event }],
        },
      },
    },
    kept: { description: 'Refused: the condominium still has devices.', tags: 'kept' },
    failed: { tags: 'error', on: { 'deletion.confirm': 'deleting' } },
    deleted: { tags: 'deleted' },
  },
})
