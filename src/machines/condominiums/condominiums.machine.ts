import { type ActorRefFrom, assertEvent, assign, sendParent, sendTo, setup, stateIn, stopChild } from 'xstate'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { condominiumFormMachine } from '../condominium-form/condominium-form.machine.ts'
import type { CondominiumFormInput, CondominiumFormReport } from '../condominium-form/condominium-form-protocol.ts'
import type { contactsMachine } from '../contacts/contacts.machine.ts'
import { failed } from '../parts/failed.ts'
import { listOldAfterMs } from '../parts/list-age.ts'
import { effectNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { delayBetween } from '../parts/random-delay.ts'
import { stopOrphans } from '../parts/stopped-actors.ts'
import type { proceduresMachine } from '../procedures/procedures.machine.ts'
import type { CondominiumDeleteReport, condominiumDeleteMachine } from './condominium-delete.machine.ts'
import type { CondominiumPlaceEvent, condominiumPlaceMachine } from './condominium-place.machine.ts'
import { type VisitsEvent, visitsMachine } from './visits.machine.ts'

/** The last change of a condominium, for the next page to report. */
export interface CondominiumNews {
  kind: 'created' | 'saved' | 'deleted'
  name: string
}

interface CondominiumsContext {
  userId: string
  condominiums: readonly Condominium[]
  selected: Condominium | null
  /** Name of the selected condominium if the list lacks it, until the user has read about it (LIVE-6); else null. */
  lost: string | null
  /** Null while no form is open and no form has unsaved changes. */
  form: ActorRefFrom<typeof condominiumFormMachine> | null
  news: CondominiumNews | null
}

export type CondominiumsEvent =
  /** Null selects all condominiums (LIVE-6). */
  | { type: 'condominiums.select'; id: string | null }
  /** The user has read that the selected condominium is missing. */
  | { type: 'loss.read' }
  | { type: 'condominiums.reload' }
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  /** The user opened a page of the panel, or the tab became visible again. */
  | { type: 'page.opened' }
  | { type: 'page.shown' }
  /** Earlier data was shown: the server now answers and must be asked. */
  | { type: 'lastKnown.over' }
  /** Local storage was emptied (THM-2). */
  | { type: 'storage.cleared' }
  /** The page with the form of a condominium was opened; unsaved changes of another condominium are kept. */
  | ({ type: 'form.open' } & CondominiumFormInput)
  /** The page with the form was left. */
  | { type: 'form.close' }
  | { type: 'deletion.open'; condominium: Condominium }
  /** The user has read the news. */
  | { type: 'news.read' }
  /** The page of a condominium was opened, or left (PAGE-2). */
  | { type: 'place.open'; id: string }
  | { type: 'place.close' }
  /** A page shows, or no longer shows, the contacts of a condominium (null: of the customer) (PROC-1). */
  | { type: 'contacts.open'; condominiumId: string | null }
  | { type: 'contacts.close' }
  /** A page of procedures was opened (PROC-1). */
  | { type: 'procedures.start' }
  | CondominiumPlaceEvent
  | VisitsEvent
  | CondominiumFormReport
  | CondominiumDeleteReport

/**
 * Shortest and longest delay in milliseconds before the list is loaded again. The delay combines a burst of changes
 * into one request; its random length spreads the requests of many panels.
 */
const [shortestRenewalMs, longestRenewalMs] = [300, 3_000]

/** Event for the root: another condominium was selected, or all of them (CON-1). */
export interface CondominiumsReport {
  type: 'condominiums.selected'
  condominium: Condominium | null
}

const takeList = [
  { type: 'takeList', params: ({ event }: { event: { output: Condominium[] } }) => ({ condominiums: event.output }) },
  'storeSelection',
  'reportSelected',
] as const

/** The list of condominiums, the selected one (CON-1), and page (PAGE-2), form and deletion of one (CON-4). */
export const condominiumsMachine = setup({
  types: {} as {
    context: CondominiumsContext
    events: CondominiumsEvent
    input: { userId: string }
    children: {
      form: 'form'
      deletion: 'deletion'
      place: 'place'
      visits: 'visits'
      contacts: 'contacts'
      procedures: 'procedures'
    }
    tags: 'busy' | 'error' | 'ready' | 'formBroken' | 'placeBroken'
  },
  actors: {
    /** Reads the selection of the last visit from local storage. */
    restoreSelection: promiseNotProvided<Condominium | null>('condominiums.restoreSelection'),
    loadCondominiums: promiseNotProvided<Condominium[], { userId: string }>('condominiums.loadCondominiums'),
    form: machineNotProvided<typeof condominiumFormMachine>(),
    deletion: machineNotProvided<typeof condominiumDeleteMachine>(),
    place: machineNotProvided<typeof condominiumPlaceMachine>(),
    contacts: machineNotProvided<typeof contactsMachine>(),
    procedures: machineNotProvided<typeof proceduresMachine>(),
    visits: visitsMachine,
  },
  actions: {
    /** Stores the selection in local storage, or removes it. */
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
    notifyShown: sendTo('form', { type: 'form.shown' }),
    notifyHidden: sendTo('form', { type: 'form.hidden' }),
    forwardToPlace: sendTo('place', (_, event: CondominiumPlaceEvent) => event),
    forwardToVisits: sendTo('visits', (_, event: VisitsEvent) => event),
    stopOrphans,
  },
  guards: {
    isKnown: ({ context }, { id }: { id: string | null }) =>
      id === null || context.condominiums.some((condominium) => condominium.id === id),
    isSelected: ({ context }, { condominium }: { condominium: Condominium }) => condominium.id === context.selected?.id,
    isDraftOf: ({ context }, { id }: { id: string | null }) =>
      holdsDraft(context) && context.form?.getSnapshot().context.id === id,
    holdsDraft: ({ context }) => holdsDraft(context),
    isOutdated: stateIn({ list: { loading: 'outdated' } }),
  },
  delays: {
    aging: listOldAfterMs,
    renewal: () => delayBetween(shortestRenewalMs, longestRenewalMs),
  },
}).createMachine({
  id: 'condominiums',
  meta: { requirements: ['BOOT-3', 'SES-8', 'CON-1', 'CON-4', 'THM-2', 'LIVE-6', 'PAGE-2', 'PROC-1'] },
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
      description: 'The condominiums and the selected one; local saves and deletions are applied immediately.',
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
          description: 'The selection of the last visit is used before the list is loaded.',
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
          description: 'A selection that is not in the list is dropped (SES-8), and the user is informed (LIVE-6).',
          tags: 'busy',
          invoke: {
            src: 'loadCondominiums',
            input: ({ context }) => ({ userId: context.userId }),
            onDone: [
              { guard: 'isOutdated', target: 'changed', actions: takeList },
              { target: 'ready', actions: takeList },
            ],
            onError: { target: 'failed', actions: failed('Condomínios não carregados.') },
          },
          initial: 'current',
          states: {
            current: { on: { 'condominiums.changed': 'outdated', 'socket.restored': 'outdated' } },
            outdated: {
              description:
                'The list being loaded may be older than a change by another user, also an unannounced change.',
            },
          },
          on: {
            'condominium.saved': {
              description: 'The list being loaded may be older than this save.',
              target: 'loading',
              reenter: true,
              actions: [{ type: 'takeSaved', params: ({ event }) => event }, 'storeSelection'],
            },
            'condominium.deleted': {
              target: 'loading',
              reenter: true,
              actions: [{ type: 'takeDeleted', params: ({ event }) => event }, 'storeSelection', 'reportSelected'],
            },
            'lastKnown.over': { target: 'loading', reenter: true },
          },
        },
        ready: {
          tags: 'ready',
          on: { 'lastKnown.over': 'loading', 'socket.restored': 'loading', 'condominiums.changed': 'changed' },
          initial: 'fresh',
          states: {
            fresh: { after: { aging: 'old' } },
            old: {
              description: 'A server may not announce changes: the next opened page renews the list.',
              on: { 'page.opened': '#condominiums.list.loading', 'page.shown': '#condominiums.list.loading' },
            },
          },
        },
        changed: {
          description: 'Other users changed condominiums: the list is loaded again soon, once for a burst of changes.',
          tags: 'ready',
          after: { renewal: 'loading' },
          on: { 'lastKnown.over': 'loading', 'socket.restored': 'loading' },
        },
        failed: {
          description: 'The earlier list and selection stay; tried again on request, news or a reconnection.',
          tags: 'error',
          on: {
            'condominiums.reload': 'loading',
            'socket.restored': 'loading',
            'server.restored': 'loading',
            'condominiums.changed': 'changed',
          },
        },
      },
    },
    form: {
      description: 'One form at a time; unsaved changes stay after its page is left.',
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
              { guard: { type: 'isDraftOf', params: ({ event }) => event }, actions: 'notifyShown' },
              { guard: 'holdsDraft' },
              { actions: ['stopForm', { type: 'startForm', params: ({ event }) => event }] },
            ],
            'form.close': [
              { guard: 'holdsDraft', actions: 'notifyHidden' },
              { target: 'closed', actions: ['stopForm', 'forgetForm'] },
            ],
            'xstate.error.actor.form': {
              target: 'broken',
              actions: [failed('O formulário do condomínio falhou.'), 'forgetForm'],
            },
          },
        },
        broken: {
          description: 'The form crashed: the page shows this, and opening it again starts a new form.',
          tags: 'formBroken',
          on: { 'form.close': 'closed' },
        },
      },
    },
    deletion: {
      description: 'The confirmation of a deletion, and its result.',
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
      description: 'The page of one condominium, while it is shown.',
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
            'condominium.saved': {
              description: 'The record being read may be older than this save.',
              actions: { type: 'forwardToPlace', params: { type: 'place.reload' } },
            },
            'condominiums.changed': { actions: { type: 'forwardToPlace', params: ({ event }) => event } },
            'place.reload': { actions: { type: 'forwardToPlace', params: ({ event }) => event } },
            'socket.batch': { actions: { type: 'forwardToPlace', params: ({ event }) => event } },
            'socket.restored': { actions: { type: 'forwardToPlace', params: ({ event }) => event } },
            'server.restored': { actions: { type: 'forwardToPlace', params: ({ event }) => event } },
          },
        },
        broken: {
          description: 'The page crashed: it shows this, and opening it again starts a new one.',
          tags: 'placeBroken',
          on: { 'place.close': 'closed' },
        },
      },
    },
    contacts: {
      description: 'The contacts of a condominium or of the customer, while a page shows the contacts.',
      initial: 'closed',
      on: { 'contacts.open': '.open' },
      states: {
        closed: {},
        open: {
          invoke: {
            id: 'contacts',
            src: 'contacts',
            input: ({ event }) => {
              assertEvent(event, 'contacts.open')
              return { condominiumId: event.condominiumId }
            },
            onError: { target: 'closed', actions: failed('Os contatos falharam.') },
          },
          on: { 'contacts.close': 'closed' },
        },
      },
    },
    procedures: {
      description: 'The pages of procedures share one machine, which keeps unsaved changes after a page is left.',
      initial: 'closed',
      states: {
        closed: { on: { 'procedures.start': 'open' } },
        open: {
          invoke: {
            id: 'procedures',
            src: 'procedures',
            onError: { target: 'closed', actions: failed('A página dos procedimentos falhou.') },
          },
        },
      },
    },
    visits: {
      description: 'The pages that the user has recently visited, which the search lists first.',
      initial: 'kept',
      states: {
        kept: {
          invoke: {
            id: 'visits',
            src: 'visits',
            input: ({ context: { userId } }) => ({ userId }),
            onError: { target: 'lost', actions: failed('As páginas visitadas falharam.') },
          },
          on: { 'place.visited': { actions: { type: 'forwardToVisits', params: ({ event }) => event } } },
        },
        lost: { description: 'The search works without visits.' },
      },
    },
  },
})

function foundAgain({ selected, lost }: CondominiumsContext, condominiums: readonly Condominium[]) {
  const found = condominiums.find(({ id }) => id === selected?.id) ?? null
  return { selected: found, lost: selected !== null && found === null ? selected.name : lost }
}

function holdsDraft({ form }: CondominiumsContext): boolean {
  return form?.getSnapshot().hasTag('changed') ?? false
}

function inOrder(condominiums: readonly Condominium[]): Condominium[] {
  const { compare } = new Intl.Collator('pt-BR', { numeric: true })
  return condominiums.toSorted((left, right) => compare(left.name, right.name))
}
