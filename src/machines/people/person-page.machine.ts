import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { PersonHistory } from '../../../contract/wire/answers/people.ts'
import type { PersonAct } from '../../services/people/people-api.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { proofMachine } from '../parts/proof.machine.ts'
import { type PersonActReport, personActMachine } from './person-act.machine.ts'
import { personFormMachine } from './person-form.machine.ts'
import type { PersonFormReport } from './person-form-protocol.ts'

interface PersonPageContext {
  /** Null for a new person. */
  id: string | null
  history: PersonHistory['result']
  /** The last change of the access on this page, until the next change. */
  done: PersonAct | null
}

export type PersonPageEvent =
  | { type: 'act.open'; act: PersonAct }
  | { type: 'history.reload' }
  | PersonFormReport
  | PersonActReport

/** The page of one person: the form, the changes of the access, and their history (ACC-2). */
export const personPageMachine = setup({
  types: {} as {
    context: PersonPageContext
    events: PersonPageEvent
    input: { id: string | null }
    children: { form: 'form'; act: 'act'; proof: 'proof' }
    tags: 'formBroken' | 'historyLoading' | 'historyFailed' | 'historyTold'
  },
  actors: {
    form: personFormMachine,
    act: personActMachine,
    proof: proofMachine,
    loadHistory: promiseNotProvided<PersonHistory['result'], { id: string }>('personPage.loadHistory'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('personPage.logFailure'),
    takeHistory: assign((_, { history }: { history: PersonHistory['result'] }) => ({ history })),
    noteDone: assign((_, { act }: { act: PersonAct }) => ({ done: act })),
    forgetDone: assign({ done: null }),
    notifyStale: sendTo('form', { type: 'person.stale' }),
  },
  guards: {
    isNew: ({ context }) => context.id === null,
    isLink: (_, { act }: { act: PersonAct }) => act === 'link',
  },
}).createMachine({
  id: 'personPage',
  meta: { requirements: ['ACC-2'] },
  context: ({ input }) => ({ id: input.id, history: [], done: null }),
  invoke: { id: 'proof', src: 'proof', onError: { actions: failed('A pergunta pela senha falhou.') } },
  type: 'parallel',
  states: {
    form: {
      description: "The form of the person's data.",
      initial: 'shown',
      states: {
        shown: {
          invoke: {
            id: 'form',
            src: 'form',
            input: ({ context: { id } }) => ({ id }),
            onError: { target: 'broken', actions: failed('O formulário da pessoa falhou.') },
          },
          on: { 'person.saved': { actions: 'forgetDone' }, 'act.done': { actions: 'notifyStale' } },
        },
        broken: { description: 'Opening the page again starts a new form.', tags: 'formBroken' },
      },
    },
    act: {
      description: 'The confirmation of a change of the access, and its result.',
      initial: 'none',
      states: {
        none: { on: { 'act.open': { target: 'open', actions: 'forgetDone' } } },
        open: {
          invoke: {
            id: 'act',
            src: 'act',
            input: ({ context, event }) => {
              assertEvent(event, 'act.open')
              return { id: context.id ?? '', act: event.act }
            },
            onError: { target: 'none', actions: failed('A alteração do acesso falhou.') },
          },
          on: {
            'act.done': [
              {
                description: 'The user still has to read the link.',
                guard: { type: 'isLink', params: ({ event }) => event },
                actions: { type: 'noteDone', params: ({ event }) => event },
              },
              { target: 'none', actions: { type: 'noteDone', params: ({ event }) => event } },
            ],
            'act.closed': 'none',
          },
        },
      },
    },
    history: {
      description: 'The history of the access; loaded again after each change.',
      initial: 'opening',
      states: {
        opening: { always: [{ guard: 'isNew', target: 'none' }, { target: 'loading' }] },
        none: { description: 'A new person has no history.' },
        loading: {
          tags: 'historyLoading',
          invoke: {
            src: 'loadHistory',
            input: ({ context }) => ({ id: context.id ?? '' }),
            onDone: {
              target: 'told',
              actions: { type: 'takeHistory', params: ({ event }) => ({ history: event.output }) },
            },
            onError: { target: 'failed', actions: failed('Histórico da pessoa não carregado.') },
          },
          on: {
            'person.saved': { target: 'loading', reenter: true },
            'act.done': { target: 'loading', reenter: true },
          },
        },
        failed: {
          tags: 'historyFailed',
          on: { 'history.reload': 'loading', 'person.saved': 'loading', 'act.done': 'loading' },
        },
        told: { tags: 'historyTold', on: { 'person.saved': 'loading', 'act.done': 'loading' } },
      },
    },
  },
})
