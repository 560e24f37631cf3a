import { assign, setup } from 'xstate'
import type { NewMachineToken } from '../../../contract/wire/answers/machines.ts'
import type { ChangeAnswer, IntegrationChange, Integrations } from '../../services/people/integrations-api.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import type { proofMachine } from '../parts/proof.machine.ts'

interface IntegrationListsContext extends Integrations {
  /** The last change, which may be running. */
  change: IntegrationChange | null
  /** The newest token with its secret, while the page shows the secret. */
  made: NewMachineToken | null
  /** Why the last change failed, as a text for the user. */
  failure: string | null
}

export type IntegrationListsEvent =
  | { type: 'lists.want' }
  /** The page was left. */
  | { type: 'lists.left' }
  | IntegrationChange

const change = {
  target: 'changing',
  actions: {
    type: 'beginChange',
    params: ({ event }: { event: IntegrationChange }) => ({ change: event }),
  },
} as const

/** Tokens of machines, whose secret is shown only once, and the catalogue of kinds of events (EVT-1, CALL-4). */
export const integrationListsMachine = setup({
  types: {} as {
    context: IntegrationListsContext
    events: IntegrationListsEvent
    children: { proof: 'proof' }
    tags: 'unknown' | 'absent' | 'error' | 'changing'
  },
  actors: {
    /** Resolves to null if the server does not accept events of machines. */
    load: promiseNotProvided<Integrations | null>('integrationLists.load'),
    change: promiseNotProvided<ChangeAnswer, { change: IntegrationChange | null }>('integrationLists.change'),
    proof: machineNotProvided<typeof proofMachine>(),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('integrationLists.logFailure'),
    takeLists: assign((_, { lists }: { lists: Integrations | null }) => lists ?? {}),
    beginChange: assign((_, { change }: { change: IntegrationChange }) => ({ change, made: null, failure: null })),
    takeAnswer: assign(({ context: { tokens, kinds, change } }, { answer }: { answer: ChangeAnswer }) => ({
      made: answer.made ?? null,
      tokens: [
        ...(answer.made === undefined ? [] : [answer.made]),
        ...tokens.filter(({ id }) => change?.type !== 'token.end' || id !== change.id),
      ],
      kinds: (answer.kinds ?? kinds).filter(({ code }) => change?.type !== 'kind.remove' || code !== change.code),
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error).message })),
    forget: assign({ change: null, made: null, failure: null }),
  },
  guards: {
    isNone: (_, { lists }: { lists: Integrations | null }) => lists === null,
  },
}).createMachine({
  id: 'integrationLists',
  meta: { requirements: ['EVT-1', 'CALL-4'] },
  context: { tokens: [], kinds: [], change: null, made: null, failure: null },
  description: 'The two lists, and one change at a time.',
  initial: 'unasked',
  states: {
    unasked: { tags: 'unknown', on: { 'lists.want': 'loading' } },
    loading: {
      tags: 'unknown',
      on: { 'lists.want': { target: 'loading', reenter: true } },
      invoke: {
        src: 'load',
        onDone: [
          { guard: { type: 'isNone', params: loaded }, target: 'absent' },
          { target: 'listed', actions: { type: 'takeLists', params: loaded } },
        ],
        onError: { target: 'failed', actions: failed('Integrações não carregadas.') },
      },
    },
    absent: { description: 'This server accepts no events of machines.', tags: 'absent' },
    failed: { tags: 'error', on: { 'lists.want': 'loading' } },
    listed: {
      on: {
        'lists.want': 'loading',
        'lists.left': { actions: 'forget' },
        'token.make': change,
        'token.end': change,
        'kinds.set': change,
        'kind.remove': change,
      },
    },
    changing: {
      tags: 'changing',
      invoke: [
        {
          src: 'change',
          input: ({ context }) => ({ change: context.change }),
          onDone: {
            target: 'listed',
            actions: { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          onError: {
            target: 'listed',
            actions: [
              failed('Integração não alterada.'),
              { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
            ],
          },
        },
        { id: 'proof', src: 'proof', onError: { actions: failed('A pergunta pela senha falhou.') } },
      ],
    },
  },
})

function loaded({ event }: { event: { output: Integrations | null } }) {
  return { lists: event.output }
}
