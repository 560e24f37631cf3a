import { assign, setup } from 'xstate'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { newestFirst } from '../../../contract/wire/sequence.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** How many events the feed shows. */
export const feedLength = 30

/** How long the list stays still after the last pointer movement, in ms: a resting mouse does not hold it. */
export const stillMs = 5_000

interface EventFeedContext {
  /** Id of the condominium whose events are shown; null for all condominiums. */
  condominiumId: string | null
  /** Newest first. */
  activities: readonly Activity[]
  /** Events that arrived since the history was last requested, which the answer may not contain; newest first. */
  arrived: readonly Activity[]
  /** The events on screen while the list is still; null: all events. */
  held: readonly Activity[] | null
}

export type EventFeedEvent =
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  /** Earlier data was shown: the server now answers and must be asked. */
  | { type: 'lastKnown.over' }
  | { type: 'condominiums.selected'; condominium: { id: string } | null }
  | { type: 'eventFeed.reload' }
  /** A pointer moves or is pressed on the list. */
  | { type: 'eventFeed.reach' }
  /** The pointer left the list. */
  | { type: 'eventFeed.leave' }

/** Events at the gates of the selected condominium or of all; still under the pointer (SHELL-4, PAGE-1). */
export const eventFeedMachine = setup({
  types: {} as {
    context: EventFeedContext
    events: EventFeedEvent
    input: { condominiumId: string | null }
    tags: 'busy' | 'error'
  },
  actors: {
    loadHistory: promiseNotProvided<Activity[], { condominiumId: string | null; limit: number }>(
      'eventFeed.loadHistory',
    ),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('eventFeed.logFailure'),
    follow: assign((_, { condominium }: { condominium: { id: string } | null }) => ({
      condominiumId: condominium?.id ?? null,
      activities: [],
    })),
    beginHistory: assign({ arrived: [] }),
    takeHistory: assign(({ context }, { history }: { history: Activity[] }) => ({
      activities: merged([...context.arrived, ...wanted(context, history), ...context.activities]),
    })),
    takeBatch: assign(({ context }, { activities }: GateBatch) => {
      const known = new Set(context.activities.map(({ id }) => id))
      const added = wanted(context, activities.toReversed()).filter(({ id }) => !known.has(id))
      if (added.length === 0) return {}
      return {
        activities: merged([...added, ...context.activities]),
        arrived: merged([...added, ...context.arrived]),
      }
    }),
    hold: assign(({ context: { activities, held } }) => ({ held: held ?? activities })),
    release: assign({ held: null }),
  },
  delays: { stillness: stillMs },
  guards: {
    isOther: ({ context }, { condominium }: { condominium: { id: string } | null }) =>
      context.condominiumId !== (condominium?.id ?? null),
  },
}).createMachine({
  id: 'eventFeed',
  meta: { requirements: ['BOOT-3', 'SHELL-4', 'PAGE-1'] },
  context: ({ input }) => ({ condominiumId: input.condominiumId, activities: [], arrived: [], held: null }),
  type: 'parallel',
  on: {
    'socket.batch': { actions: { type: 'takeBatch', params: ({ event }) => event } },
  },
  states: {
    history: {
      description: 'The history is loaded again whenever events may have been missed.',
      initial: 'loading',
      on: {
        'condominiums.selected': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.loading',
          actions: { type: 'follow', params: ({ event }) => event },
        },
        'socket.restored': '.loading',
        'lastKnown.over': '.loading',
      },
      states: {
        loading: {
          tags: 'busy',
          entry: 'beginHistory',
          invoke: {
            src: 'loadHistory',
            input: ({ context }) => ({ condominiumId: context.condominiumId, limit: feedLength }),
            onDone: {
              target: 'live',
              actions: { type: 'takeHistory', params: ({ event }) => ({ history: event.output }) },
            },
            onError: { target: 'failed', actions: failed('Eventos não carregados.') },
          },
        },
        live: {},
        failed: {
          description: 'The history could not be loaded; live events are still shown.',
          tags: 'error',
          on: { 'eventFeed.reload': 'loading', 'server.restored': 'loading' },
        },
      },
    },
    list: {
      description: 'A row that moves while the pointer is on it may be a different row when pressed (WCAG 2.2.2).',
      initial: 'moving',
      on: {
        'condominiums.selected': { guard: { type: 'isOther', params: ({ event }) => event }, target: '.moving' },
      },
      states: {
        moving: { entry: 'release', on: { 'eventFeed.reach': 'still' } },
        still: {
          description: 'New events wait and are counted.',
          entry: 'hold',
          after: { stillness: 'moving' },
          on: { 'eventFeed.reach': { target: 'still', reenter: true }, 'eventFeed.leave': 'moving' },
        },
      },
    },
  },
})

function wanted({ condominiumId }: EventFeedContext, activities: readonly Activity[]): readonly Activity[] {
  return activities.filter((activity) => condominiumId === null || activity.condominiumId === condominiumId)
}

/** Each event once, newest first; events without a sequence stay in the given order. */
function merged(activities: readonly Activity[]): readonly Activity[] {
  const ids = new Set<string>()
  return activities
    .filter(({ id }) => !ids.has(id) && ids.add(id))
    .toSorted(newestFirst)
    .slice(0, feedLength)
}
