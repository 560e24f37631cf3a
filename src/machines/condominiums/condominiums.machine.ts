import {
  type ActorRefFrom,
  assertEvent,
  assign,
  type EventFromLogic,
  sendParent,
  sendTo,
  setup,
  stopChild,
} from 'xstate'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { condominiumFormMachine } from '../condominium-form/condominium-form.machine.ts'
import type { CondominiumFormInput, CondominiumFormReport } from '../condominium-form/condominium-form-protocol.ts'
import { eventFeedMachine } from '../event-feed/event-feed.machine.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { now } from '../parts/clock.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { type CondominiumDeleteReport, condominiumDeleteMachine } from './condominium-delete.machine.ts'
import { latest, type Visit } from './visits.ts'

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
  /** Id of the condominium whose page was opened last; '' before. */
  placeId: string
  /** That one as the server has it, once it has told. */
  place: Condominium | null
  /** Pages that the person has lately opened in this browser, newest first. */
  visits: readonly Visit[]
}

export type CondominiumsEvent =
  /** Null: all of them (LIVE-6). */
  | { type: 'condominiums.select'; id: string | null }
  /** A person has read that the selected one is gone. */
  | { type: 'loss.read' }
  | { type: 'condominiums.reload' }
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
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
  | { type: 'place.reload' }
  /** The person has opened the page of a condominium or device, or has selected one (PAGE-6). */
  | ({ type: 'place.visited' } & Omit<Visit, 'at'>)
  | ({ type: 'socket.batch' } & GateBatch)
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
    children: { form: 'form'; deletion: 'deletion'; feed: 'feed' }
    tags: 'busy' | 'error' | 'ready' | 'formBroken' | 'placeMissing' | 'placeUnread' | 'placeBroken'
  },
  actors: {
    /** What local storage kept of the last visit. */
    restoreSelection: promiseNotProvided<Condominium | null>('condominiums.restoreSelection'),
    loadCondominiums: promiseNotProvided<Condominium[], { userId: string }>('condominiums.loadCondominiums'),
    form: condominiumFormMachine,
    deletion: condominiumDeleteMachine,
    readPlace: promiseNotProvided<Condominium, { id: string }>('condominiums.readPlace'),
    feed: eventFeedMachine,
    /** What local storage kept of this person's visits. */
    readVisits: promiseNotProvided<readonly Visit[], { userId: string }>('condominiums.readVisits'),
  },
  actions: {
    /** Keeps the selection in local storage, or forgets it. */
    storeSelection: effectNotProvided('condominiums.storeSelection'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('condominiums.logFailure'),
    storeVisits: effectNotProvided('condominiums.storeVisits'),
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
    turnTo: assign((_, { id }: { id: string }) => ({ placeId: id, place: null })),
    takePlace: assign((_, { place }: { place: Condominium }) => ({ place })),
    takeVisits: assign(({ context, self }, { visits }: { visits: readonly Visit[] }) => ({
      visits: latest([...context.visits, ...visits], now(self)),
    })),
    noteVisit: assign(({ context, self }, { kind, id }: Omit<Visit, 'at'>) => ({
      visits: latest([{ kind, id, at: now(self) }, ...context.visits], now(self)),
    })),
    tellFeed: sendTo('feed', (_, event: EventFromLogic<typeof eventFeedMachine>) => event),
  },
  guards: {
    isKnown: ({ context }, { id }: { id: string | null }) =>
      id === null || context.condominiums.some((condominium) => condominium.id === id),
    isSelected: ({ context }, { condominium }: { condominium: Condominium }) => condominium.id === context.selected?.id,
    isDraftOf: ({ context }, { id }: { id: string | null }) =>
      holdsDraft(context) && context.form?.getSnapshot().context.id === id,
    holdsDraft: ({ context }) => holdsDraft(context),
    isMissing: (_, { error }: { error: unknown }) => [403, 404].includes(callFailureOf(error).status ?? 0),
  },
}).createMachine({
  id: 'condominiums',
  meta: { requirements: ['BOOT-3', 'SES-8', 'CON-1', 'CON-4', 'THM-2', 'LIVE-1', 'LIVE-6', 'PAGE-2', 'PAGE-6'] },
  context: ({ input }) => ({
    userId: input.userId,
    condominiums: [],
    selected: null,
    lost: null,
    form: null,
    news: null,
    placeId: '',
    place: null,
    visits: [],
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
          on: { 'condominiums.reload': 'loading' },
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
    visits: {
      description: 'Where the person has been in the last days, which the search puts first.',
      initial: 'reading',
      on: { 'place.visited': { actions: [{ type: 'noteVisit', params: ({ event }) => event }, 'storeVisits'] } },
      states: {
        reading: {
          invoke: {
            src: 'readVisits',
            input: ({ context }) => ({ userId: context.userId }),
            onDone: {
              target: 'read',
              actions: [{ type: 'takeVisits', params: ({ event }) => ({ visits: event.output }) }, 'storeVisits'],
            },
            onError: { target: 'read', actions: failed('Páginas visitadas ilegíveis.') },
          },
        },
        read: {},
      },
    },
    place: {
      description:
        'The page of one condominium: its record as it is now, which the list may be hours behind, and its gates.',
      initial: 'closed',
      on: { 'place.open': { target: '.open', actions: { type: 'turnTo', params: ({ event }) => event } } },
      states: {
        closed: {},
        open: {
          invoke: {
            id: 'feed',
            src: 'feed',
            input: ({ context }) => ({ condominiumId: context.placeId }),
            onError: { target: 'broken', actions: failed('Os eventos do condomínio falharam.') },
          },
          on: {
            'place.close': 'closed',
            'place.reload': '.reading',
            'socket.batch': { actions: { type: 'tellFeed', params: ({ event }) => event } },
            'socket.restored': { target: '.reading', actions: { type: 'tellFeed', params: ({ event }) => event } },
            'server.restored': { target: '.reading', actions: { type: 'tellFeed', params: ({ event }) => event } },
          },
          initial: 'reading',
          states: {
            reading: {
              invoke: {
                src: 'readPlace',
                input: ({ context }) => ({ id: context.placeId }),
                onDone: {
                  target: 'read',
                  actions: { type: 'takePlace', params: ({ event }) => ({ place: event.output }) },
                },
                onError: [
                  { guard: { type: 'isMissing', params: ({ event }) => event }, target: 'missing' },
                  { target: 'unread', actions: failed('Condomínio não carregado.') },
                ],
              },
            },
            read: {},
            missing: { description: 'It is not there, or not for this person.', tags: 'placeMissing' },
            unread: { description: 'What the list has of it stands.', tags: 'placeUnread' },
          },
        },
        broken: {
          description: 'Its events have failed: the page says so, and opening it again begins anew.',
          tags: 'placeBroken',
          on: { 'place.close': 'closed' },
        },
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
