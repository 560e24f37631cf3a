import { assign, type EventFromLogic, sendTo, setup } from 'xstate'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { eventFeedMachine } from '../event-feed/event-feed.machine.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { isMissing } from '../parts/record-form.ts'

interface CondominiumPlaceContext {
  /** Id of the condominium on screen. */
  id: string
  /** The condominium as read from the server; null before the first answer. */
  condominium: Condominium | null
}

export type CondominiumPlaceEvent =
  /** The user asks to read the record again. */
  | { type: 'place.reload' }
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  /**
   * Other users added, changed or deleted condominiums. Without ids, a change of rights changed which condominiums are
   * visible.
   */
  | { type: 'condominiums.changed'; condominiumIds: readonly string[] }

/** The page of one condominium: its current record (newer than the list) and its event feed (PAGE-2). */
export const condominiumPlaceMachine = setup({
  types: {} as {
    context: CondominiumPlaceContext
    events: CondominiumPlaceEvent
    input: { id: string }
    children: { feed: 'feed' }
    tags: 'missing' | 'unread' | 'broken'
  },
  actors: {
    readPlace: promiseNotProvided<Condominium, { id: string }>('condominiumPlace.readPlace'),
    feed: eventFeedMachine,
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('condominiumPlace.logFailure'),
    take: assign((_, { condominium }: { condominium: Condominium }) => ({ condominium })),
    forwardToFeed: sendTo('feed', (_, event: EventFromLogic<typeof eventFeedMachine>) => event),
  },
  guards: {
    isMissing,
    mayConcern: ({ context }, { condominiumIds }: { condominiumIds: readonly string[] }) =>
      condominiumIds.length === 0 || condominiumIds.includes(context.id),
  },
}).createMachine({
  id: 'condominiumPlace',
  meta: { requirements: ['BOOT-3', 'LIVE-1', 'PAGE-2'] },
  context: ({ input: { id } }) => ({ id, condominium: null }),
  initial: 'shown',
  states: {
    shown: {
      invoke: {
        id: 'feed',
        src: 'feed',
        input: ({ context }) => ({ condominiumId: context.id }),
        onError: { target: 'broken', actions: failed('Os eventos do condomínio falharam.') },
      },
      on: {
        'place.reload': '.reading',
        'condominiums.changed': {
          guard: { type: 'mayConcern', params: ({ event }) => event },
          target: '.reading',
        },
        'socket.batch': { actions: { type: 'forwardToFeed', params: ({ event }) => event } },
        'socket.restored': { target: '.reading', actions: { type: 'forwardToFeed', params: ({ event }) => event } },
        'server.restored': { target: '.reading', actions: { type: 'forwardToFeed', params: ({ event }) => event } },
      },
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'readPlace',
            input: ({ context: { id } }) => ({ id }),
            onDone: {
              target: 'read',
              actions: { type: 'take', params: ({ event }) => ({ condominium: event.output }) },
            },
            onError: [
              { guard: { type: 'isMissing', params: ({ event }) => event }, target: 'missing' },
              { target: 'unread', actions: failed('Condomínio não carregado.') },
            ],
          },
        },
        read: {},
        missing: { description: 'The condominium does not exist, or the user may not see it.', tags: 'missing' },
        unread: { description: 'The record could not be read: the version of the list is shown.', tags: 'unread' },
      },
    },
    broken: {
      description: 'The event feed crashed: the page shows this, and opening it again restarts the feed.',
      tags: 'broken',
    },
  },
})
