import { assign, or, setup, stateIn } from 'xstate'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { EventFilter } from '../../../contract/wire/requests/events.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { eventPageLength, isSameChoice, newIdsOf, passes } from './event-choice.ts'

export interface EventPage {
  events: FoundEvent[]
  /** For the next page, or null on the last. */
  nextCursor: string | null
}

interface EventSearchContext {
  /** What the search is narrowed to; null until a page has asked. */
  choice: EventFilter | null
  /** Newest first, as far back as somebody has scrolled. */
  events: readonly FoundEvent[]
  /** Where the next page begins; null is the first page, or that there is no next one. */
  cursor: string | null
  /** What happened since the first page came and would stand above it. */
  newIds: readonly string[]
}

export type EventSearchEvent =
  | { type: 'eventSearch.choose'; choice: EventFilter }
  /** Somebody has scrolled to the end. */
  | { type: 'eventSearch.more' }
  /** What failed is asked again. */
  | { type: 'eventSearch.reload' }
  /** Somebody wants to see what is new. */
  | { type: 'eventSearch.refresh' }
  /** Everything that passes the filter becomes a file. */
  | { type: 'eventSearch.export' }
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'socket.restored' }
  | { type: 'server.restored' }

/** The search over all events: filtered, page after page into the past, with what is new offered, and as a file (PAGE-3). */
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
    /** Fetches the events that pass the filter and hands the person a file; it is cut where there are too many. */
    exportFile: promiseNotProvided<{ isCut: boolean }, { choice: EventFilter }>('eventSearch.exportFile'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('eventSearch.logFailure'),
    choose: assign((_, { choice }: { choice: EventFilter }) => ({ choice, events: [], cursor: null, newIds: [] })),
    beginAnew: assign({ events: [], cursor: null, newIds: [] }),
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
    isShown: or([stateIn({ list: 'loaded' }), stateIn({ list: 'ended' })]),
    hasMore: (_, { page }: { page: EventPage }) => page.nextCursor !== null,
    isRefused: (_, { error }: { error: unknown }) => [403, 404].includes(callFailureOf(error).status ?? 0),
    isCut: (_, { isCut }: { isCut: boolean }) => isCut,
    isPlenty: ({ context }) => context.newIds.length >= eventPageLength,
    isOfChoice: ({ context: { choice } }, { activities }: GateBatch) =>
      choice !== null && activities.some((activity) => passes(activity, choice)),
  },
}).createMachine({
  id: 'eventSearch',
  meta: { requirements: ['BOOT-3', 'LIVE-1', 'LIVE-6', 'PAGE-3'] },
  context: { choice: null, events: [], cursor: null, newIds: [] },
  type: 'parallel',
  states: {
    list: {
      description: 'The events that pass the filter, page after page; another filter ends the call for the one before.',
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
          description: 'The first page, or the next one below what is shown.',
          tags: 'busy',
          invoke: {
            src: 'loadPage',
            input: ({ context: { choice, cursor } }) => ({ choice: choice ?? {}, cursor, limit: eventPageLength }),
            onDone: [
              {
                guard: { type: 'hasMore', params: ({ event }) => ({ page: event.output }) },
                target: 'loaded',
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
        loaded: {
          on: {
            'eventSearch.more': 'loading',
            'eventSearch.refresh': { target: 'loading', actions: 'beginAnew' },
          },
        },
        ended: {
          description: 'There is nothing further back.',
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
        refused: { description: 'The condominium is none that the person may see.', tags: 'refused' },
      },
    },
    news: {
      description: 'What happens meanwhile is counted and offered: nothing moves under the eyes of who reads.',
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
          description: 'More than a page is only more.',
          tags: 'plenty',
          on: { 'socket.batch': {}, 'socket.restored': {} },
        },
        asking: {
          description: 'Nobody told for a while: what has become the first page is compared with what is shown.',
          invoke: {
            src: 'loadPage',
            input: ({ context: { choice } }) => ({ choice: choice ?? {}, cursor: null, limit: eventPageLength }),
            onDone: {
              target: 'counting',
              actions: { type: 'takeNews', params: ({ event }) => ({ added: event.output.events }) },
            },
            onError: { target: 'counting', actions: failed('Eventos novos não consultados.') },
          },
        },
      },
    },
    file: {
      description: 'The same events as a file; it does not wait for the list.',
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
          description: 'The file has the newest of what was found.',
          tags: 'exportCut',
          on: { 'eventSearch.choose': 'idle' },
        },
        failed: { tags: 'exportFailed', on: { 'eventSearch.choose': 'idle' } },
      },
    },
  },
})
