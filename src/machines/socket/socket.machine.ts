import { assign, sendParent, setup, stateIn } from 'xstate'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import type { GateBatch, LinkRefusal } from '../../services/socket/socket-link.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided } from '../parts/not-provided.ts'
import { delayBetween } from '../parts/random-delay.ts'
import { socketLimits } from './socket-limits.ts'

/** Where a link goes: the configured namespace, or the root (SOC-3). */
export type Endpoint = 'namespace' | 'root'

interface SocketContext {
  endpoint: Endpoint
  /** Attempts to come back since the link was last up. */
  attempt: number
}

export type SocketEvent =
  | { type: 'link.up' }
  | { type: 'link.lost' }
  | { type: 'link.refused'; refusal: LinkRefusal; token: string | null }
  | ({ type: 'link.batch' } & GateBatch)
  | { type: 'link.notifications'; notifications: readonly Notification[] }
  | { type: 'link.incidents'; incidents: readonly Incident[] }
  /** A person asks to try again (SOC-4). */
  | { type: 'socket.reconnect' }
  | { type: 'connectivity.online' }
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  /** The server has answered a call: there is somebody to come back to. */
  | { type: 'server.reached' }

/** What the socket tells the root. */
export type SocketReport =
  /** The link was up and is not any more, or did not come up at first: what happens does not come as it happens. */
  | { type: 'socket.lost' }
  /** The link is up again after it was lost: what was missed must be fetched (ACT-1). */
  | { type: 'socket.restored' }
  /** The server refused the token (SOC-5). */
  | { type: 'session.refused'; token: string | null }
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'notifications.arrived'; notifications: readonly Notification[] }
  /** How incidents stand that began, changed or ended (INC-3). */
  | { type: 'incidents.changed'; incidents: readonly Incident[] }

/** Keeps the live connection: connected, lost, tried again, fallen back to the root, given up (SOC). */
export const socketMachine = setup({
  types: {} as {
    context: SocketContext
    events: SocketEvent
    input: { namespace: string }
    tags: 'connected' | 'connecting' | 'reconnecting' | 'failed'
  },
  actors: {
    link: callbackNotProvided<SocketEvent, { endpoint: Endpoint }>('socket.link'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('socket.logFailure'),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    forgetAttempts: assign({ attempt: 0 }),
    useRoot: assign({ endpoint: 'root' }),
    reportLost: sendParent({ type: 'socket.lost' }),
    reportRestored: sendParent({ type: 'socket.restored' }),
    reportUnauthorized: sendParent((_, { token }: { token: string | null }) => ({
      type: 'session.refused',
      token,
    })),
    reportBatch: sendParent((_, { condominiumIds, activities }: GateBatch) => ({
      type: 'socket.batch',
      condominiumIds,
      activities,
    })),
    reportNotifications: sendParent((_, { notifications }: { notifications: readonly Notification[] }) => ({
      type: 'notifications.arrived',
      notifications,
    })),
    reportIncidents: sendParent((_, { incidents }: { incidents: readonly Incident[] }) => ({
      type: 'incidents.changed',
      incidents,
    })),
  },
  guards: {
    /** Whether anybody can see the page. */
    isSeen: guardNotProvided('socket.isSeen'),
    isUnauthorized: (_, { refusal }: { refusal: LinkRefusal }) => refusal === 'unauthorized',
    isInvalidNamespace: (_, { refusal }: { refusal: LinkRefusal }) => refusal === 'invalidNamespace',
    isComingBack: stateIn({ linked: 'reconnecting' }),
    hasAttemptsLeft: ({ context }) => context.attempt < socketLimits.attempts,
  },
  delays: {
    connectionTimeout: socketLimits.connectionTimeoutMs,
    fallbackDelay: socketLimits.fallbackDelayMs,
    reconnectionDelay: ({ context }) => reconnectionDelayMs(context.attempt),
    rest: () => delayBetween(0.8 * socketLimits.restMs, 1.2 * socketLimits.restMs),
  },
}).createMachine({
  id: 'socket',
  meta: { requirements: ['SOC-1', 'SOC-2', 'SOC-3', 'SOC-4', 'SOC-5', 'ACT-3', 'LIVE-2'] },
  context: ({ input }) => ({ endpoint: input.namespace === '' ? 'root' : 'namespace', attempt: 0 }),
  initial: 'linked',
  states: {
    linked: {
      description: 'One link is open, or being opened; when it fails another one is made.',
      invoke: {
        src: 'link',
        input: ({ context }) => ({ endpoint: context.endpoint }),
        onError: [
          { guard: 'isComingBack', target: 'dropped', actions: failed('Falha no socket.') },
          { target: 'lost', actions: failed('Falha no socket.') },
        ],
      },
      on: {
        'link.batch': { actions: { type: 'reportBatch', params: ({ event }) => event } },
        'link.notifications': { actions: { type: 'reportNotifications', params: ({ event }) => event } },
        'link.incidents': { actions: { type: 'reportIncidents', params: ({ event }) => event } },
        'link.lost': [{ guard: 'isComingBack', target: 'dropped' }, { target: 'lost' }],
        'link.refused': [
          {
            guard: { type: 'isUnauthorized', params: ({ event }) => event },
            target: 'unauthorized',
            actions: { type: 'reportUnauthorized', params: ({ event }) => event },
          },
          { guard: { type: 'isInvalidNamespace', params: ({ event }) => event }, target: 'fallbackWait' },
          { guard: 'isComingBack', target: 'dropped' },
          { target: 'lost' },
        ],
      },
      initial: 'connecting',
      states: {
        connecting: {
          tags: 'connecting',
          on: { 'link.up': 'connected' },
          after: { connectionTimeout: '#socket.lost' },
        },
        reconnecting: {
          description: 'The link was lost or did not come up; once it is up, what was missed is fetched.',
          tags: 'reconnecting',
          on: {
            'link.up': { target: 'connected', actions: 'reportRestored' },
            'link.refused': {
              guard: { type: 'isInvalidNamespace', params: ({ event }) => event },
              target: '#socket.fallbackWait.reconnecting',
            },
          },
          after: { connectionTimeout: '#socket.dropped' },
        },
        connected: { tags: 'connected', entry: 'forgetAttempts' },
      },
    },
    fallbackWait: {
      description: 'The namespace does not exist there: the root is tried in a moment (SOC-3).',
      initial: 'connecting',
      states: {
        connecting: {
          tags: 'connecting',
          after: { fallbackDelay: { target: '#socket.linked.connecting', actions: 'useRoot' } },
        },
        reconnecting: {
          tags: 'reconnecting',
          after: { fallbackDelay: { target: '#socket.linked.reconnecting', actions: 'useRoot' } },
        },
      },
    },
    lost: {
      description: 'The link is gone, or did not come up at first: that is told once, until it is up again.',
      entry: 'reportLost',
      always: 'dropped',
    },
    dropped: {
      description: 'Is an attempt left (SOC-2)?',
      always: [{ guard: 'hasAttemptsLeft', target: 'waiting', actions: 'countAttempt' }, { target: 'failed' }],
    },
    waiting: {
      description: 'The pause before the next attempt; a network that is back cuts it short.',
      tags: 'reconnecting',
      after: { reconnectionDelay: 'linked.reconnecting' },
      on: { 'connectivity.online': 'linked.reconnecting' },
    },
    failed: {
      description:
        'Attempts used up: a rest while somebody looks, then ten more (LIVE-2); a person, the network, a look at the page or a sign of the server ends it at once.',
      tags: 'failed',
      entry: 'forgetAttempts',
      on: {
        'socket.reconnect': 'linked.reconnecting',
        'connectivity.online': 'linked.reconnecting',
        'page.shown': 'linked.reconnecting',
        'server.reached': 'linked.reconnecting',
      },
      initial: 'looking',
      states: {
        looking: { always: [{ guard: 'isSeen', target: 'resting' }, { target: 'unseen' }] },
        resting: { after: { rest: '#socket.linked.reconnecting' }, on: { 'page.hidden': 'unseen' } },
        unseen: { description: 'Nobody looks: who does again ends it.' },
      },
    },
    unauthorized: {
      description: 'The token was refused; the session goes, and this actor with it (SOC-5).',
      tags: 'failed',
    },
  },
})

/**
 * 1 s, 2 s, 4 s, then 5 s before each further attempt, or half as much more or less, within 1 s and 5 s (spec §9 "delay 1 s up to
 * 5 s"): a thousand panels that were cut off together don't come back in one second (LIVE-2).
 */
function reconnectionDelayMs(attempt: number): number {
  const { firstDelayMs, longestDelayMs } = socketLimits
  const meant = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
  return delayBetween(Math.max(meant / 2, firstDelayMs), Math.min(meant * 1.5, longestDelayMs))
}
