import { and, assign, not, or, setup, stateIn } from 'xstate'
import type { EventKind } from '../../../contract/wire/answers/event-kinds.ts'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { EventFilter } from '../../../contract/wire/requests/events.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { aboveShown, eventPageLength, hasPeriod, isSameChoice, newIdsOf, passes } from './event-choice.ts'

export interface EventPage {
  events: FoundEvent[]
  /** Cursor of the next page; null on the last. */
  nextCursor: string | null
}

/** The matching events nearest to a period without events; null if there is none, or if the period is open there. */
export interface NearestEvents {
  before: FoundEvent | null
  after: FoundEvent | null
}

interface EventSearchContext {
  /** The filter of the search; null until a page has set it. */
  choice: EventFilter | null
  /** Newest first, as far back as loaded. */
  events: readonly FoundEvent[]
  /** Cursor of the next page; null before the first page and after the last. */
  cursor: string | null
  /** Ids of events that are newer than the first page. */
  newIds: readonly string[]
  /** Null unless the period of the filter has no events. */
  nearest: NearestEvents | null
  /** The customer's catalogue of kinds, as last read (EVT-1). */
  kinds: readonly EventKind[]
}

export type EventSearchEvent =
  | { type: 'eventSearch.choose'; choice: EventFilter }
  /** The list was scrolled to its end. */
  | { type: 'eventSearch.more' }
  /** A person asks to retry the failed call. */
  | { type: 'eventSearch.reload' }
  /** A person asks to see the new events. */
  | { type: 'eventSearch.refresh' }
  /** A person asks for a file with all events that match the filter. */
  | { type: 'eventSearch.export' }
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'socket.restored' }
  | { type: 'server.restored' }

const nothingLoaded = { events: [], cursor: null, newIds: [], nearest: null }

/** The search over all events: filter, pages into the past, notice of new events, export (PAGE-3). */
export const eventSearchMachine = setup({
  types: {} as {
    context: EventSearchContext
    events: EventSearchEvent
    tags: 'busy' | 'end' | 'error' | 'refused' | 'plenty' | 'exporting' | 'exported' | 'exportCut' | 'exportFailed'
  },
  actors: {
    loadPage: promiseNotProvided<EventPage, { choice: EventFilter; cursor: string | null; limit: number }>(
      'eventSearch.loadPage',
    ),
    loadKinds: promiseNotProvided<readonly EventKind[]>('eventSearch.loadKinds'),
    loadNearest: promiseNotProvided<NearestEvents, { choice: EventFilter }>('eventSearch.loadNearest'),
    /** Loads the matching events and saves them as a file for the user; the file is cut if there are too many. */
    exportFile: promiseNotProvided<{ isCut: boolean }, { choice: EventFilter }>('eventSearch.exportFile'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('eventSearch.logFailure'),
    choose: assign((_, { choice }: { choice: EventFilter }) => ({ choice, ...nothingLoaded })),
    beginAnew: assign(nothingLoaded),
    takeNearest: assign((_, { nearest }: { nearest: NearestEvents }) => ({ nearest })),
    takeKinds: assign((_, { kinds }: { kinds: readonly EventKind[] }) => ({ kinds })),
    takePage: assign(({ context }, { page }: { page: EventPage }) => {
      const events = [...context.events, ...page.events]
      return { events, cursor: page.nextCursor, newIds: newIdsOf(context.newIds, [], events) }
    }),
    takeNews: assign(({ context }, { added }: { added: readonly Activity[] }) => ({
      newIds: newIdsOf(context.newIds, added, context.events),
    })),
  },
  guards: {
    isOther: ({ context }, { choice }: { choice: EventFilter }) => !isSameChoice(context.choice, choice),
    isFirstPage: ({ context }) => context.cursor === null,
    isShown: or([
      stateIn({ list: 'loaded' }),
      stateIn({ list: 'ended' }),
      and([stateIn({ list: 'loading' }), not('isFirstPage')]),
    ]),
    isEmptyPeriod: ({ context: { choice, events } }, { page }: { page: EventPage }) =>
      choice !== null && events.length + page.events.length === 0 && hasPeriod(choice),
    hasMore: (_, { page }: { page: EventPage }) => page.nextCursor !== null,
    isRefused: (_, { error }: { error: unknown }) => [403, 404].includes(callFailureOf(error).status ?? 0),
    isCut: (_, { isCut }: { isCut: boolean }) => isCut,
    isPlenty: ({ context }) => context.newIds.length >= eventPageLength,
    isOfChoice: ({ context: { choice } }, { activities }: GateBatch) =>
      choice !== null && activities.some((activity) => passes(activity, choice)),
  },
}).createMachine({
  id: 'eventSearch',
  meta: { requirements: ['BOOT-3', 'LIVE-1', 'LIVE-6', 'PAGE-3', 'DESK-7', 'EVT-1'] },
  context: { choice: null, kinds: [], ...nothingLoaded },
  type: 'parallel',
  states: {
    list: {
      description: 'The matching events, page by page; another filter cancels the current call.',
      initial: 'unasked',
      on: {
        'eventSearch.choose': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.loading',
          actions: { type: 'choose', params: ({ event }) => event },
        },
      },
      states: {
        unasked: {},
        loading: {
          description: 'The first page, or the next one after the events on screen.',
          tags: 'busy',
          on: {
            'eventSearch.refresh': { target: 'loading', reenter: true, actions: 'beginAnew' },
            'socket.restored': {
              description: 'The first page may lack events that were reported while the connection was lost.',
              guard: 'isFirstPage',
              target: 'loading',
              reenter: true,
            },
          },
          invoke: {
            src: 'loadPage',
            input: ({ context: { choice, cursor } }) => ({ choice: choice ?? {}, cursor, limit: eventPageLength }),
            onDone: [
              {
                guard: { type: 'hasMore', params: ({ event }) => ({ page: event.output }) },
                target: 'loaded',
                actions: { type: 'takePage', params: ({ event }) => ({ page: event.output }) },
              },
              {
                guard: { type: 'isEmptyPeriod', params: ({ event }) => ({ page: event.output }) },
                target: 'besidePeriod',
                actions: { type: 'takePage', params: ({ event }) => ({ page: event.output }) },
              },
              { target: 'ended', actions: { type: 'takePage', params: ({ event }) => ({ page: event.output }) } },
            ],
            onError: [
              {
                guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
                target: 'refused',
                actions: failed('Busca de eventos recusada.'),
              },
              { target: 'failed', actions: failed('Eventos não encontrados.') },
            ],
          },
        },
        besidePeriod: {
          description: 'The period has no events: looks for the nearest one before and after (DESK-7).',
          tags: 'busy',
          invoke: {
            src: 'loadNearest',
            input: ({ context: { choice } }) => ({ choice: choice ?? {} }),
            onDone: {
              target: 'ended',
              actions: { type: 'takeNearest', params: ({ event }) => ({ nearest: event.output }) },
            },
            onError: { target: 'ended', actions: failed('Eventos próximos não encontrados.') },
          },
        },
        loaded: {
          on: {
            'eventSearch.more': 'loading',
            'eventSearch.refresh': { target: 'loading', actions: 'beginAnew' },
          },
        },
        ended: {
          description: 'There are no older events.',
          tags: 'end',
          on: { 'eventSearch.refresh': { target: 'loading', actions: 'beginAnew' } },
        },
        failed: {
          tags: 'error',
          on: {
            'eventSearch.choose': [
              {
                guard: { type: 'isOther', params: ({ event }) => event },
                target: 'loading',
                actions: { type: 'choose', params: ({ event }) => event },
              },
              { target: 'loading' },
            ],
            'eventSearch.reload': 'loading',
            'server.restored': 'loading',
          },
        },
        refused: { description: 'The user may not see this condominium.', tags: 'refused' },
      },
    },
    news: {
      description: 'New events are counted and offered, so that the list does not move while it is read.',
      initial: 'counting',
      on: {
        'eventSearch.choose': [
          { guard: { type: 'isOther', params: ({ event }) => event }, target: '.counting' },
          { guard: 'isShown', target: '.asking' },
        ],
        'eventSearch.refresh': '.counting',
        'socket.batch': {
          guard: { type: 'isOfChoice', params: ({ event }) => event },
          actions: {
            type: 'takeNews',
            params: ({ context: { choice }, event }) => ({
              added: event.activities.filter((activity) => passes(activity, choice ?? {})),
            }),
          },
        },
        'socket.restored': { guard: 'isShown', target: '.asking' },
      },
      states: {
        counting: { always: { guard: 'isPlenty', target: 'plenty' } },
        plenty: {
          description: 'More than a page of new events is not counted further.',
          tags: 'plenty',
          on: { 'socket.batch': {}, 'socket.restored': {} },
        },
        asking: {
          description: 'Live events may have been missed: compares the first page with the events on screen.',
          invoke: {
            src: 'loadPage',
            input: ({ context: { choice } }) => ({ choice: choice ?? {}, cursor: null, limit: eventPageLength }),
            onDone: {
              target: 'counting',
              actions: {
                type: 'takeNews',
                params: ({ context, event }) => ({ added: aboveShown(event.output.events, context.events) }),
              },
            },
            onError: { target: 'counting', actions: failed('Eventos novos não consultados.') },
          },
        },
      },
    },
    kinds: {
      description:
        'The catalogue of kinds for the filter, read when the page opens and when the filter changes (EVT-1).',
      initial: 'idle',
      on: { 'eventSearch.choose': '.reading' },
      states: {
        idle: {},
        reading: {
          invoke: {
            src: 'loadKinds',
            onDone: {
              target: 'idle',
              actions: { type: 'takeKinds', params: ({ event }) => ({ kinds: event.output }) },
            },
            onError: { target: 'idle', actions: failed('Catálogo de eventos não lido.') },
          },
        },
      },
    },
    file: {
      description: 'Exports the matching events as a file, independently of the list.',
      initial: 'idle',
      on: { 'eventSearch.export': '.exporting' },
      states: {
        idle: {},
        exporting: {
          tags: 'exporting',
          invoke: {
            src: 'exportFile',
            input: ({ context: { choice } }) => ({ choice: choice ?? {} }),
            onDone: [
              { guard: { type: 'isCut', params: ({ event }) => event.output }, target: 'cut' },
              { target: 'exported' },
            ],
            onError: { target: 'failed', actions: failed('Eventos não exportados.') },
          },
          on: { 'eventSearch.export': {} },
        },
        exported: { tags: 'exported', on: { 'eventSearch.choose': 'idle' } },
        cut: {
          description: 'The file contains only the newest events.',
          tags: 'exportCut',
          on: { 'eventSearch.choose': 'idle' },
        },
        failed: { tags: 'exportFailed', on: { 'eventSearch.choose': 'idle' } },
      },
    },
  },
})
