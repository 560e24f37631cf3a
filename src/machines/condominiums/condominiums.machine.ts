import { type ActorRefFrom, assertEvent, assign, sendParent, sendTo, setup, stopChild } from 'xstate'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { condominiumFormMachine } from '../condominium-form/condominium-form.machine.ts'
import type { CondominiumFormInput, CondominiumFormReport } from '../condominium-form/condominium-form-protocol.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { stopChildrenOf } from '../parts/stopped-actors.ts'
import { type CondominiumDeleteReport, condominiumDeleteMachine } from './condominium-delete.machine.ts'
import { type CondominiumPlaceEvent, condominiumPlaceMachine } from './condominium-place.machine.ts'
import { type VisitsEvent, visitsMachine } from './visits.machine.ts'

/** What has become of a condominium, for the page that is next on screen. */
export interface CondominiumNews {
  kind: 'created' | 'saved' | 'deleted'
  name: string
}

interface CondominiumsContext {
  userId: string
  condominiums: readonly Condominium[]
  selected: Condominium | null
  /** Name of the selected one that the list has no more, until a person has read of it (LIVE-6); null where none is. */
  lost: string | null
  /** Null while no form is open, and none holds what is unsaved. */
  form: ActorRefFrom<typeof condominiumFormMachine> | null
  news: CondominiumNews | null
}

export type CondominiumsEvent =
  /** Null: all of them (LIVE-6). */
  | { type: 'condominiums.select'; id: string | null }
  /** A person has read that the selected one is gone. */
  | { type: 'loss.read' }
  | { type: 'condominiums.reload' }
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  /** What was shown was of before: the server is there to be asked. */
  | { type: 'lastKnown.over' }
  /** Local storage was emptied (THM-2). */
  | { type: 'storage.cleared' }
  /** The page with the form of a condominium is shown; a draft of another one is not given up for it. */
  | ({ type: 'form.open' } & CondominiumFormInput)
  /** That page was left. */
  | { type: 'form.close' }
  | { type: 'deletion.open'; condominium: Condominium }
  /** A person has read the news. */
  | { type: 'news.read' }
  /** The page of one condominium is shown, or was left (PAGE-2). */
  | { type: 'place.open'; id: string }
  | { type: 'place.close' }
  | CondominiumPlaceEvent
  | VisitsEvent
  | CondominiumFormReport
  | CondominiumDeleteReport

/** What the condominiums tell the root: another one was selected, or none (CON-1). */
export interface CondominiumsReport {
  type: 'condominiums.selected'
  condominium: Condominium | null
}

/** The condominiums that the user may see, the one he works in (CON-1), the page (PAGE-2), form and deletion of one (CON-4). */
export const condominiumsMachine = setup({
  types: {} as {
    context: CondominiumsContext
    events: CondominiumsEvent
    input: { userId: string }
    children: { form: 'form'; deletion: 'deletion'; place: 'place'; visits: 'visits' }
    tags: 'busy' | 'error' | 'ready' | 'formBroken' | 'placeBroken'
  },
  actors: {
    /** What local storage kept of the last visit. */
    restoreSelection: promiseNotProvided<Condominium | null>('condominiums.restoreSelection'),
    loadCondominiums: promiseNotProvided<Condominium[], { userId: string }>('condominiums.loadCondominiums'),
    form: machineNotProvided<typeof condominiumFormMachine>(),
    deletion: condominiumDeleteMachine,
    place: condominiumPlaceMachine,
    visits: visitsMachine,
  },
  actions: {
    /** Keeps the selection in local storage, or forgets it. */
    storeSelection: effectNotProvided('condominiums.storeSelection'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('condominiums.logFailure'),
    takeRestored: assign((_, { selected }: { selected: Condominium | null }) => ({ selected })),
    takeList: assign(({ context }, { condominiums }: { condominiums: Condominium[] }) => ({
      condominiums: inOrder(condominiums),
      ...foundAgain(context, condominiums),
    })),
    select: assign(({ context }, { id }: { id: string | null }) => ({
      selected: context.condominiums.find((condominium) => condominium.id === id) ?? null,
      lost: null,
    })),
    forgetLoss: assign({ lost: null }),
    takeSaved: assign(({ context }, { condominium, isNew }: CondominiumFormReport) => ({
      condominiums: inOrder([...context.condominiums.filter(({ id }) => id !== condominium.id), condominium]),
      selected: context.selected?.id === condominium.id ? condominium : context.selected,
      news: { kind: isNew ? ('created' as const) : ('saved' as const), name: condominium.name },
    })),
    takeDeleted: assign(({ context }, { condominium }: { condominium: Condominium }) => ({
      condominiums: context.condominiums.filter(({ id }) => id !== condominium.id),
      selected: context.selected?.id === condominium.id ? null : context.selected,
      news: { kind: 'deleted' as const, name: condominium.name },
    })),
    forgetNews: assign({ news: null }),
    reportSelected: sendParent(({ context }) => ({
      type: 'condominiums.selected' as const,
      condominium: context.selected,
    })),
    stopForm: stopChild('form'),
    startForm: assign(({ spawn }, { id, customersId }: CondominiumFormInput) => ({
      form: spawn('form', { id: 'form', input: { id, customersId } }),
    })),
    forgetForm: assign({ form: null }),
    tellShown: sendTo('form', { type: 'form.shown' }),
    tellHidden: sendTo('form', { type: 'form.hidden' }),
    tellPlace: sendTo('place', (_, event: CondominiumPlaceEvent) => event),
    tellVisits: sendTo('visits', (_, event: VisitsEvent) => event),
    /** XState leaves the feed of a page that has crashed running. */
    stopOrphans: ({ self }) => stopChildrenOf(self.getSnapshot().children.place),
  },
  guards: {
    isKnown: ({ context }, { id }: { id: string | null }) =>
      id === null || context.condominiums.some((condominium) => condominium.id === id),
    isSelected: ({ context }, { condominium }: { condominium: Condominium }) => condominium.id === context.selected?.id,
    isDraftOf: ({ context }, { id }: { id: string | null }) =>
      holdsDraft(context) && context.form?.getSnapshot().context.id === id,
    holdsDraft: ({ context }) => holdsDraft(context),
  },
}).createMachine({
  id: 'condominiums',
  meta: { requirements: ['BOOT-3', 'SES-8', 'CON-1', 'CON-4', 'THM-2', 'LIVE-6', 'PAGE-2'] },
  context: ({ input }) => ({
    userId: input.userId,
    condominiums: [],
    selected: null,
    lost: null,
    form: null,
    news: null,
  }),
  type: 'parallel',
  on: {
    'storage.cleared': { actions: 'storeSelection' },
    'news.read': { actions: 'forgetNews' },
    'loss.read': { actions: 'forgetLoss' },
  },
  states: {
    list: {
      description: 'The condominiums and the selected one; what is saved or deleted here is in it at once.',
      initial: 'restoring',
      on: {
        'condominiums.select': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          actions: [{ type: 'select', params: ({ event }) => event }, 'storeSelection', 'reportSelected'],
        },
        'condominium.saved': { actions: [{ type: 'takeSaved', params: ({ event }) => event }, 'storeSelection'] },
        'condominium.deleted': [
          {
            guard: { type: 'isSelected', params: ({ event }) => event },
            actions: [{ type: 'takeDeleted', params: ({ event }) => event }, 'storeSelection', 'reportSelected'],
          },
          { actions: { type: 'takeDeleted', params: ({ event }) => event } },
        ],
      },
      states: {
        restoring: {
          description: 'The selection of the last visit stands before the list is there.',
          tags: 'busy',
          invoke: {
            src: 'restoreSelection',
            onDone: {
              target: 'loading',
              actions: [
                { type: 'takeRestored', params: ({ event }) => ({ selected: event.output }) },
                'reportSelected',
              ],
            },
            onError: { target: 'loading', actions: failed('Condomínio selecionado ilegível.') },
          },
        },
        loading: {
          description: 'A selection that is not in the list is dropped (SES-8), and a person is told (LIVE-6).',
          tags: 'busy',
          invoke: {
            src: 'loadCondominiums',
            input: ({ context }) => ({ userId: context.userId }),
            onDone: {
              target: 'ready',
              actions: [
                { type: 'takeList', params: ({ event }) => ({ condominiums: event.output }) },
                'storeSelection',
                'reportSelected',
              ],
            },
            onError: { target: 'failed', actions: failed('Condomínios não carregados.') },
          },
          on: {
            'condominium.saved': {
              description: 'What is being loaded may be older.',
              target: 'loading',
              reenter: true,
              actions: [{ type: 'takeSaved', params: ({ event }) => event }, 'storeSelection'],
            },
            'condominium.deleted': {
              target: 'loading',
              reenter: true,
              actions: [{ type: 'takeDeleted', params: ({ event }) => event }, 'storeSelection'],
            },
          },
        },
        ready: {
          tags: 'ready',
          on: { 'condominiums.reload': 'loading', 'lastKnown.over': 'loading' },
        },
        failed: {
          description:
            'The list and selection of before stand; tried again on request, or when the connection is back.',
          tags: 'error',
          on: { 'condominiums.reload': 'loading', 'socket.restored': 'loading', 'server.restored': 'loading' },
        },
      },
    },
    form: {
      description: 'One form at a time; what is unsaved in it outlives its page.',
      initial: 'closed',
      on: {
        'form.open': {
          target: '.open',
          actions: [{ type: 'startForm', params: ({ event }) => event }, 'forgetNews'],
        },
      },
      states: {
        closed: {},
        open: {
          on: {
            'form.open': [
              { guard: { type: 'isDraftOf', params: ({ event }) => event }, actions: 'tellShown' },
              { guard: 'holdsDraft' },
              { actions: ['stopForm', { type: 'startForm', params: ({ event }) => event }] },
            ],
            'form.close': [
              { guard: 'holdsDraft', actions: 'tellHidden' },
              { target: 'closed', actions: ['stopForm', 'forgetForm'] },
            ],
            'xstate.error.actor.form': {
              target: 'broken',
              actions: [failed('O formulário do condomínio falhou.'), 'forgetForm'],
            },
          },
        },
        broken: {
          description: 'The form itself has failed: the page says so, and opening it again makes another one.',
          tags: 'formBroken',
          on: { 'form.close': 'closed' },
        },
      },
    },
    deletion: {
      description: 'The question whether one is to be deleted, and its answer.',
      initial: 'none',
      states: {
        none: { on: { 'deletion.open': 'open' } },
        open: {
          invoke: {
            id: 'deletion',
            src: 'deletion',
            input: ({ event }) => {
              assertEvent(event, 'deletion.open')
              return { condominium: event.condominium }
            },
            onError: { target: 'none', actions: failed('A exclusão do condomínio falhou.') },
          },
          on: { 'condominium.deleted': 'none', 'deletion.closed': 'none' },
        },
      },
    },
    place: {
      description: 'The page of one condominium, for as long as it is shown.',
      initial: 'closed',
      on: { 'place.open': '.open' },
      states: {
        closed: {},
        open: {
          invoke: {
            id: 'place',
            src: 'place',
            input: ({ event }) => {
              assertEvent(event, 'place.open')
              return { id: event.id }
            },
            onError: { target: 'broken', actions: [failed('A página do condomínio falhou.'), 'stopOrphans'] },
          },
          on: {
            'place.close': 'closed',
            'place.reload': { actions: { type: 'tellPlace', params: ({ event }) => event } },
            'socket.batch': { actions: { type: 'tellPlace', params: ({ event }) => event } },
            'socket.restored': { actions: { type: 'tellPlace', params: ({ event }) => event } },
            'server.restored': { actions: { type: 'tellPlace', params: ({ event }) => event } },
          },
        },
        broken: {
          description: 'The page itself has failed: it says so, and opening it again makes another one.',
          tags: 'placeBroken',
          on: { 'place.close': 'closed' },
        },
      },
    },
    visits: {
      description: 'Where the person has been in the last days, which the search puts first.',
      initial: 'kept',
      states: {
        kept: {
          invoke: {
            id: 'visits',
            src: 'visits',
            input: ({ context: { userId } }) => ({ userId }),
            onError: { target: 'lost', actions: failed('As páginas visitadas falharam.') },
          },
          on: { 'place.visited': { actions: { type: 'tellVisits', params: ({ event }) => event } } },
        },
        lost: { description: 'The search does without.' },
      },
    },
  },
})

function foundAgain({ selected, lost }: CondominiumsContext, condominiums: readonly Condominium[]) {
  const found = condominiums.find(({ id }) => id === selected?.id) ?? null
  return { selected: found, lost: selected !== null && found === null ? selected.name : lost }
}

/** Whether a form stands open with something in it that is not saved. */
function holdsDraft({ form }: CondominiumsContext): boolean {
  return form?.getSnapshot().hasTag('changed') ?? false
}

function inOrder(condominiums: readonly Condominium[]): Condominium[] {
  const { compare } = new Intl.Collator('pt-BR', { numeric: true })
  return condominiums.toSorted((left, right) => compare(left.name, right.name))
}
