import { assign, sendParent, setup, stateIn } from 'xstate'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import type { GateBatch, LinkRefusal } from '../../services/socket/socket-link.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided } from '../parts/not-provided.ts'
import { delayBetween } from '../parts/random-delay.ts'
import { socketLimits } from './socket-limits.ts'

/** The target of a link: the configured namespace, or the root (SOC-3). */
export type Endpoint = 'namespace' | 'root'

/**
 * The transport that a connection attempt tries first. After `polling`, the link changes to WebSocket if WebSocket
 * works.
 */
export type FirstTransport = 'websocket' | 'polling'

interface SocketContext {
  endpoint: Endpoint
  transport: FirstTransport
  /** Attempts to reconnect since the link was last up. */
  attempt: number
}

export type SocketEvent =
  | { type: 'link.up' }
  | { type: 'link.lost' }
  | { type: 'link.refused'; refusal: LinkRefusal; token: string | null }
  | ({ type: 'link.batch' } & GateBatch)
  | { type: 'link.notifications'; notifications: readonly Notification[] }
  | { type: 'link.incidents'; incidents: readonly Incident[] }
  | { type: 'link.condominiums'; condominiumIds: readonly string[] }
  | { type: 'link.version'; version: string }
  /** A message could not be read. */
  | { type: 'link.unread' }
  /** A person asks to try again (SOC-4). */
  | { type: 'socket.reconnect' }
  | { type: 'connectivity.online' }
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  /** The server answered a call: the socket may reconnect. */
  | { type: 'server.reached' }

/** Events that the socket sends to the root. */
export type SocketReport =
  /** The link was lost, or the first connection failed: live events do not arrive. */
  | { type: 'socket.lost' }
  /** Events were missed while the link was lost, or could not be read: they must be fetched (ACT-1, HTTP-7). */
  | { type: 'socket.restored' }
  /** The server refused the token (SOC-5). */
  | { type: 'session.refused'; token: string | null }
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'notifications.arrived'; notifications: readonly Notification[] }
  /** The current state of incidents that began, changed or ended (INC-3). */
  | { type: 'incidents.changed'; incidents: readonly Incident[] }
  /** Other people added, changed or deleted condominiums. Without ids, any condominium may have changed (CON-1). */
  | { type: 'condominiums.changed'; condominiumIds: readonly string[] }
  /** The server announced its version after the connection (VER-2). */
  | { type: 'version.announced'; version: string }

/** The first of ten further attempts (LIVE-2). */
const anew = { target: '#socket.linked.reconnecting', actions: 'countAttempt' } as const

/** Keeps the live connection: connects, retries, falls back to the root namespace, rests (SOC). */
export const socketMachine = setup({
  types: {} as {
    context: SocketContext
    events: SocketEvent
    input: { namespace: string }
    tags: 'connected' | 'connecting' | 'reconnecting' | 'failed'
  },
  actors: {
    link: callbackNotProvided<SocketEvent, { endpoint: Endpoint; transport: FirstTransport }>('socket.link'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('socket.logFailure'),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    forgetAttempts: assign({ attempt: 0 }),
    /** A proxy that drops WebSocket connections gives no answer, so only the time-out reveals the proxy (SOC-1). */
    changeTransport: assign(({ context }) => ({
      transport: context.transport === 'polling' ? 'websocket' : 'polling',
    })),
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
    reportCondominiums: sendParent((_, { condominiumIds }: { condominiumIds: readonly string[] }) => ({
      type: 'condominiums.changed',
      condominiumIds,
    })),
    reportVersion: sendParent((_, { version }: { version: string }) => ({ type: 'version.announced', version })),
  },
  guards: {
    /** Whether the page is visible. */
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
    refetchDelay: () => delayBetween(socketLimits.refetchAtLeastMs, socketLimits.refetchAtMostMs),
    rest: () => delayBetween(0.8 * socketLimits.restMs, 1.2 * socketLimits.restMs),
  },
}).createMachine({
  id: 'socket',
  meta: { requirements: ['SOC-1', 'SOC-2', 'SOC-3', 'SOC-4', 'SOC-5', 'ACT-3', 'LIVE-2', 'VER-2', 'HTTP-7'] },
  context: ({ input }) => ({
    endpoint: input.namespace === '' ? 'root' : 'namespace',
    transport: 'websocket',
    attempt: 0,
  }),
  initial: 'linked',
  states: {
    linked: {
      description: 'One link is open or being opened; if it fails, another is made.',
      invoke: {
        src: 'link',
        input: ({ context: { endpoint, transport } }) => ({ endpoint, transport }),
        onError: [
          { guard: 'isComingBack', target: 'dropped', actions: failed('Falha no socket.') },
          { target: 'lost', actions: failed('Falha no socket.') },
        ],
      },
      on: {
        'link.batch': { actions: { type: 'reportBatch', params: ({ event }) => event } },
        'link.notifications': { actions: { type: 'reportNotifications', params: ({ event }) => event } },
        'link.incidents': { actions: { type: 'reportIncidents', params: ({ event }) => event } },
        'link.condominiums': { actions: { type: 'reportCondominiums', params: ({ event }) => event } },
        'link.version': { actions: { type: 'reportVersion', params: ({ event }) => event } },
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
          after: { connectionTimeout: { target: '#socket.lost', actions: 'changeTransport' } },
        },
        reconnecting: {
          description: 'The link was lost or did not open; once it is up, missed events are fetched.',
          tags: 'reconnecting',
          on: {
            'link.up': { target: 'connected', actions: 'reportRestored' },
            'link.refused': {
              guard: { type: 'isInvalidNamespace', params: ({ event }) => event },
              target: '#socket.fallbackWait.reconnecting',
            },
          },
          after: { connectionTimeout: { target: '#socket.dropped', actions: 'changeTransport' } },
        },
        connected: {
          description: 'A message that cannot be read is like a missed one: the data is fetched again.',
          tags: 'connected',
          entry: 'forgetAttempts',
          initial: 'whole',
          states: {
            whole: { on: { 'link.unread': 'missed' } },
            missed: { after: { refetchDelay: { target: 'whole', actions: 'reportRestored' } } },
          },
        },
      },
    },
    fallbackWait: {
      description: 'The namespace does not exist on the server: the root is tried after a delay (SOC-3).',
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
      description: 'The link was lost, or did not open at first: reported once until it is up again.',
      entry: 'reportLost',
      always: 'dropped',
    },
    dropped: {
      description: 'Checks whether an attempt is left (SOC-2).',
      always: [{ guard: 'hasAttemptsLeft', target: 'waiting', actions: 'countAttempt' }, { target: 'failed' }],
    },
    waiting: {
      description: 'The pause before the next attempt; the return of the network ends the pause.',
      tags: 'reconnecting',
      after: { reconnectionDelay: 'linked.reconnecting' },
      on: { 'connectivity.online': 'linked.reconnecting' },
    },
    failed: {
      description:
        'All attempts are used up: ten more follow after a rest, or immediately after a sign of recovery (LIVE-2).',
      tags: 'failed',
      entry: 'forgetAttempts',
      on: {
        'socket.reconnect': anew,
        'connectivity.online': anew,
        'page.shown': anew,
        'server.reached': anew,
      },
      initial: 'looking',
      states: {
        looking: { always: [{ guard: 'isSeen', target: 'resting' }, { target: 'unseen' }] },
        resting: { after: { rest: anew }, on: { 'page.hidden': 'unseen' } },
        unseen: { description: 'The page is hidden: showing it ends the rest.' },
      },
    },
    unauthorized: {
      description: 'The token was refused; the session ends and this actor stops with it (SOC-5).',
      tags: 'failed',
    },
  },
})

/**
 * Delay before an attempt: 1 s, 2 s, 4 s, then 5 s, each ±50 % within 1 s and 5 s (spec §9 "delay 1 s up to 5 s"), so
 * that a thousand panels cut off together do not reconnect in the same second (LIVE-2).
 */
function reconnectionDelayMs(attempt: number): number {
  const { firstDelayMs, longestDelayMs } = socketLimits
  const meant = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
  return delayBetween(Math.max(meant / 2, firstDelayMs), Math.min(meant * 1.5, longestDelayMs))
}
