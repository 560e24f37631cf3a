import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

type Endpoint = 'namespace' | 'root'

export interface SocketModelContext extends ModelContext {
  endpoint: Endpoint
  /** The transport that the next attempt tries first. */
  transport: 'websocket' | 'polling'
  /** Attempts since the link was last connected. */
  attempts: number
  isSeen: boolean
}

export type SocketModelEvent =
  | { type: 'link.connects' }
  | { type: 'link.isLost' }
  | { type: 'link.breaks' }
  | { type: 'link.isUnreachable' }
  | { type: 'link.findsNoNamespace' }
  | { type: 'token.isRefused' }
  | { type: 'batch.arrives' }
  | { type: 'notification.arrives' }
  | { type: 'incident.arrives' }
  | { type: 'change.arrives' }
  | { type: 'version.arrives' }
  | { type: 'unreadable.arrives' }
  | { type: 'attempt.timesOut' }
  | { type: 'wait.isOver' }
  | { type: 'network.returns' }
  | { type: 'page.shows' }
  | { type: 'page.hides' }
  | { type: 'server.answers' }
  | { type: 'rest.isOver' }
  | { type: 'person.reconnects' }

export const batch = { condominiumIds: ['c1', 'c2'], activities: [] }
export const refusedToken = 'token-of-the-handshake'

const { did, logs, update } = modelActions<SocketModelContext, SocketModelEvent>()
const passes = (ms: (attempts: number) => number) => update((context) => ({ now: context.now + ms(context.attempts) }))
const opens = update((context) => ({
  did: [...context.did, entry('asks', 'link', { endpoint: context.endpoint, transport: context.transport })],
}))

/** Minimum wait before each attempt in milliseconds, from 1 s up to 5 s (SOC-2, LIVE-2). */
const delays = [1_000, 1_000, 2_000]

/**
 * SOC-1 to SOC-5: a failed attempt is repeated up to ten times; then the link pauses and makes ten more attempts while
 * the page is visible (LIVE-2). After an attempt without an answer, the next attempt begins with the other transport
 * (SOC-1). The link reports once that it was lost or never established. The link passes on the version that the server
 * announces (VER-2). After an unreadable message, the panel loads its data again, after 5 to 15 s (HTTP-7).
 */
export const socketModel = setup({
  types: {} as { context: SocketModelContext; events: SocketModelEvent; input: { endpoint: Endpoint } },
  actions: {
    opens,
    logsBreak: logs('Falha no socket.'),
    countsAttempt: update(({ attempts }) => ({ attempts: attempts + 1 })),
    forgetsAttempts: update(() => ({ attempts: 0 })),
    takesRoot: update(() => ({ endpoint: 'root' })),
    handsBatchOn: did(entry('reports', 'socket.batch', batch)),
    handsChangeOn: did(entry('reports', 'condominiums.changed', { condominiumIds: ['c2'] })),
    handsIncidentOn: did(entry('reports', 'incidents.changed', { incidents: [] })),
    handsVersionOn: did(entry('reports', 'version.announced', { version: '2' })),
    handsNotificationOn: did(entry('reports', 'notifications.arrived', { notifications: [] })),
    reportsLost: did(entry('reports', 'socket.lost')),
    reportsRestored: did(entry('reports', 'socket.restored')),
    reportsUnauthorized: did(entry('reports', 'session.refused', { token: refusedToken })),
    waitsForAttempt: update(({ now, transport }) => ({
      now: now + 20_000,
      transport: transport === 'polling' ? 'websocket' : 'polling',
    })),
    waitsForFallback: passes(() => 4_000),
    waitsForRefetch: passes(() => 5_000),
    rests: passes(() => 48_000),
    marksVisible: update(() => ({ isSeen: true })),
    marksHidden: update(() => ({ isSeen: false })),
    waitsForNext: passes((attempts) => delays[attempts - 1] ?? 2_500),
  },
  guards: { isTenthUsed: ({ context }) => context.attempts === 10, isSeen: ({ context }) => context.isSeen },
}).createMachine({
  id: 'socket model',
  context: ({ input }) => ({
    now: 0,
    did: [],
    endpoint: input.endpoint,
    transport: 'websocket',
    attempts: 0,
    isSeen: true,
  }),
  on: { 'page.shows': { actions: 'marksVisible' }, 'page.hides': { actions: 'marksHidden' } },
  initial: 'connecting',
  states: {
    connecting: {
      entry: 'opens',
      on: {
        'link.connects': 'connected',
        'link.isLost': 'lost',
        'link.isUnreachable': 'lost',
        'link.breaks': { target: 'lost', actions: 'logsBreak' },
        'link.findsNoNamespace': 'leavingNamespace',
        'token.isRefused': 'unauthorized',
        'attempt.timesOut': { target: 'lost', actions: 'waitsForAttempt' },
        'batch.arrives': { actions: 'handsBatchOn' },
        'notification.arrives': { actions: 'handsNotificationOn' },
        'incident.arrives': { actions: 'handsIncidentOn' },
        'change.arrives': { actions: 'handsChangeOn' },
        'version.arrives': { actions: 'handsVersionOn' },
      },
    },
    reconnecting: {
      entry: 'opens',
      on: {
        'link.connects': { target: 'connected', actions: 'reportsRestored' },
        'link.isLost': 'dropped',
        'link.isUnreachable': 'dropped',
        'link.breaks': { target: 'dropped', actions: 'logsBreak' },
        'link.findsNoNamespace': 'leavingNamespaceAgain',
        'token.isRefused': 'unauthorized',
        'attempt.timesOut': { target: 'dropped', actions: 'waitsForAttempt' },
        'batch.arrives': { actions: 'handsBatchOn' },
        'notification.arrives': { actions: 'handsNotificationOn' },
        'incident.arrives': { actions: 'handsIncidentOn' },
        'change.arrives': { actions: 'handsChangeOn' },
        'version.arrives': { actions: 'handsVersionOn' },
      },
    },
    connected: {
      entry: 'forgetsAttempts',
      on: {
        'link.isLost': 'lost',
        'link.breaks': { target: 'lost', actions: 'logsBreak' },
        'batch.arrives': { actions: 'handsBatchOn' },
        'notification.arrives': { actions: 'handsNotificationOn' },
        'incident.arrives': { actions: 'handsIncidentOn' },
        'change.arrives': { actions: 'handsChangeOn' },
        'version.arrives': { actions: 'handsVersionOn' },
      },
      initial: 'whole',
      states: {
        whole: { on: { 'unreadable.arrives': 'missed' } },
        missed: { on: { 'wait.isOver': { target: 'whole', actions: ['waitsForRefetch', 'reportsRestored'] } } },
      },
    },
    leavingNamespace: { on: { 'wait.isOver': { target: 'connecting', actions: ['waitsForFallback', 'takesRoot'] } } },
    leavingNamespaceAgain: {
      description: 'The link was connected before; after the reconnection the panel loads the missed events (ACT-1).',
      on: { 'wait.isOver': { target: 'reconnecting', actions: ['waitsForFallback', 'takesRoot'] } },
    },
    lost: { entry: 'reportsLost', always: 'dropped' },
    dropped: {
      always: [
        { guard: 'isTenthUsed', target: 'failed' },
        { target: 'waiting', actions: 'countsAttempt' },
      ],
    },
    waiting: {
      on: {
        'wait.isOver': { target: 'reconnecting', actions: 'waitsForNext' },
        'network.returns': 'reconnecting',
      },
    },
    failed: {
      entry: 'forgetsAttempts',
      on: {
        'person.reconnects': { target: 'reconnecting', actions: 'countsAttempt' },
        'network.returns': { target: 'reconnecting', actions: 'countsAttempt' },
        'server.answers': { target: 'reconnecting', actions: 'countsAttempt' },
        'page.shows': { target: 'reconnecting', actions: ['marksVisible', 'countsAttempt'] },
        'rest.isOver': { guard: 'isSeen', target: 'reconnecting', actions: ['rests', 'countsAttempt'] },
      },
    },
    unauthorized: { entry: 'reportsUnauthorized' },
  },
})
