import { assign, setup } from 'xstate'
import type { PortTest } from '../../../contract/wire/answers/devices/port-tests.ts'
import type { LastEvent } from '../../services/activity/events-api.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { serverNow } from '../parts/server-now.ts'
import { ActivityBoard } from './activity-board.ts'

/** Times of the activity, in milliseconds (spec §9). */
const activityTimes = {
  firstRefreshMs: 3_000,
  refreshEveryMs: 30 * 60_000,
  /** Interval for updating the texts on screen (ACT-4). */
  ageingMs: 10_000,
} as const

interface ActivityContext {
  board: ActivityBoard
  /** The revision of the board that views must show. */
  revision: number
  /** The server's time for computing ages, in milliseconds since the epoch (LIVE-10). */
  now: number
  portTests: readonly PortTest[]
}

export type ActivityEvent =
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  /** Earlier data was shown: the server now answers and must be asked. */
  | { type: 'lastKnown.over' }
  /** A person asks for the newest state ('Atualizar'). */
  | { type: 'activity.refresh' }

/** The last event of each condominium, and whether its ports answer (ACT). */
export const activityMachine = setup({
  types: {} as {
    context: ActivityContext
    events: ActivityEvent
    tags: 'lastEventsBusy' | 'lastEventsFailed' | 'portTestsBusy' | 'portTestsFailed'
  },
  actors: {
    loadLastEvents: promiseNotProvided<LastEvent[]>('activity.loadLastEvents'),
    loadPortTests: promiseNotProvided<PortTest[]>('activity.loadPortTests'),
  },
  actions: {
    /** Dispatches received batches again as window events (ACT-3). */
    broadcast: effectNotProvided<GateBatch>('activity.broadcast'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('activity.logFailure'),
    takeLastEvents: assign(({ context, self }, { lastEvents }: { lastEvents: LastEvent[] }) => {
      context.board.load(lastEvents, serverNow(self))
      return { revision: context.board.revision, now: serverNow(self) }
    }),
    takeBatch: assign(({ context, self }, { condominiumIds }: GateBatch) => {
      context.board.mark(condominiumIds, serverNow(self))
      return { revision: context.board.revision, now: serverNow(self) }
    }),
    takePortTests: assign((_, { portTests }: { portTests: PortTest[] }) => ({ portTests })),
    age: assign({ now: ({ self }) => serverNow(self) }),
  },
  delays: {
    firstRefresh: activityTimes.firstRefreshMs,
    refreshEvery: activityTimes.refreshEveryMs,
    ageing: activityTimes.ageingMs,
  },
}).createMachine({
  id: 'activity',
  meta: { requirements: ['BOOT-3', 'ACT-1', 'ACT-3', 'ACT-4', 'ACT-5', 'LIVE-1', 'LIVE-5'] },
  context: () => ({ board: new ActivityBoard(), revision: 0, now: 0, portTests: [] }),
  type: 'parallel',
  on: {
    'socket.batch': {
      actions: [
        { type: 'takeBatch', params: ({ event }) => event },
        { type: 'broadcast', params: ({ event }) => event },
      ],
    },
  },
  states: {
    lastEvents: {
      description: 'The last event of each condominium on the server (ACT-1).',
      initial: 'waiting',
      on: { 'activity.refresh': '.loading', 'socket.restored': '.loading', 'lastKnown.over': '.loading' },
      states: {
        waiting: { tags: 'lastEventsBusy', after: { firstRefresh: 'loading' } },
        loading: {
          tags: 'lastEventsBusy',
          invoke: {
            src: 'loadLastEvents',
            onDone: {
              target: 'loaded',
              actions: { type: 'takeLastEvents', params: ({ event }) => ({ lastEvents: event.output }) },
            },
            onError: { target: 'failed', actions: failed('Últimos eventos não carregados.') },
          },
        },
        loaded: { after: { refreshEvery: 'loading' } },
        failed: { tags: 'lastEventsFailed', after: { refreshEvery: 'loading' }, on: { 'server.restored': 'loading' } },
      },
    },
    portTests: {
      description: 'Whether the ports of the gates answer (ACT-1).',
      initial: 'waiting',
      on: { 'activity.refresh': '.loading', 'socket.restored': '.loading', 'lastKnown.over': '.loading' },
      states: {
        waiting: { tags: 'portTestsBusy', after: { firstRefresh: 'loading' } },
        loading: {
          tags: 'portTestsBusy',
          invoke: {
            src: 'loadPortTests',
            onDone: {
              target: 'loaded',
              actions: { type: 'takePortTests', params: ({ event }) => ({ portTests: event.output }) },
            },
            onError: { target: 'failed', actions: failed('Testes de rede não carregados.') },
          },
        },
        loaded: { after: { refreshEvery: 'loading' } },
        failed: { tags: 'portTestsFailed', after: { refreshEvery: 'loading' }, on: { 'server.restored': 'loading' } },
      },
    },
    ageing: {
      description: "Updates the texts: 'Agora' becomes 'há 1 minuto' without any event (ACT-4).",
      initial: 'current',
      states: { current: { entry: 'age', after: { ageing: { target: 'current', reenter: true } } } },
    },
  },
})
