import { assertEvent, assign, setup } from 'xstate'
import type { Person } from '../../../contract/wire/answers/people.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { stopOrphans } from '../parts/stopped-actors.ts'
import type { integrationListsMachine } from './integration-lists.machine.ts'
import type { personPageMachine } from './person-page.machine.ts'

interface PeopleContext {
  people: readonly Person[]
  /** Why the list could not be loaded. */
  failure: CallFailure | null
}

export type PeopleEvent =
  /** The list was opened. */
  | { type: 'people.want' }
  | { type: 'server.restored' }
  /** The page of a person was opened (null: of a new person), or left. */
  | { type: 'person.open'; id: string | null }
  | { type: 'person.close' }
  /** The page of the integrations was opened. */
  | { type: 'integrations.opened' }

/** The list of the customer's people, the page of one person (ACC-2), and the machines with access (CALL-4). */
export const peopleMachine = setup({
  types: {} as {
    context: PeopleContext
    events: PeopleEvent
    children: { page: 'page'; integrations: 'integrations' }
    tags: 'loading' | 'listed' | 'error' | 'pageBroken'
  },
  actors: {
    loadPeople: promiseNotProvided<Person[]>('people.loadPeople'),
    page: machineNotProvided<typeof personPageMachine>(),
    integrations: machineNotProvided<typeof integrationListsMachine>(),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('people.logFailure'),
    takeList: assign((_, { people }: { people: Person[] }) => ({ people, failure: null })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error) })),
    stopOrphans,
  },
}).createMachine({
  id: 'people',
  meta: { requirements: ['ACC-2', 'CALL-4'] },
  context: { people: [], failure: null },
  type: 'parallel',
  states: {
    list: {
      description: 'Loaded again whenever its page is shown; the earlier list stays until then.',
      initial: 'unasked',
      states: {
        unasked: { on: { 'people.want': 'loading' } },
        loading: {
          description:
            'The person may have saved changes since the list was requested: opening it again restarts the load.',
          tags: 'loading',
          on: { 'people.want': { target: 'loading', reenter: true } },
          invoke: {
            src: 'loadPeople',
            onDone: {
              target: 'listed',
              actions: { type: 'takeList', params: ({ event }) => ({ people: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: [failed('Pessoas não carregadas.'), { type: 'noteFailure', params: ({ event }) => event }],
            },
          },
        },
        listed: { tags: 'listed', on: { 'people.want': 'loading' } },
        failed: { tags: 'error', on: { 'people.want': 'loading', 'server.restored': 'loading' } },
      },
    },
    page: {
      description: 'The page of one person, while it is shown.',
      initial: 'closed',
      on: { 'person.open': '.open' },
      states: {
        closed: {},
        open: {
          invoke: {
            id: 'page',
            src: 'page',
            input: ({ event }) => {
              assertEvent(event, 'person.open')
              return { id: event.id }
            },
            onError: { target: 'broken', actions: [failed('A página da pessoa falhou.'), 'stopOrphans'] },
          },
          on: { 'person.close': 'closed' },
        },
        broken: {
          description: 'The page crashed: opening it again starts a new one.',
          tags: 'pageBroken',
          on: { 'person.close': 'closed' },
        },
      },
    },
    integrations: {
      description: 'The lists of the integrations stay after their page is left: a change may be running.',
      initial: 'closed',
      states: {
        closed: { on: { 'integrations.opened': 'open' } },
        open: {
          invoke: {
            id: 'integrations',
            src: 'integrations',
            onError: { target: 'closed', actions: [failed('As integrações falharam.'), 'stopOrphans'] },
          },
        },
      },
    },
  },
})
