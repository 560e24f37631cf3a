import { assign, sendParent, setup, stateIn } from 'xstate'
import type { DeviceReach, HealthDetails, HealthOverview, HealthStats } from '../../contract/wire/health.ts'
import type { ClientMetricsReading } from '../services/client-metrics.ts'
import type { DeviceHealth } from '../services/health-api.ts'
import type { GateBatch } from '../services/socket-link.ts'
import { delayUntil, now } from './clock.ts'
import { failed } from './failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from './not-provided.ts'

/** The health service's times in milliseconds (spec §9, HEA-2). */
const healthTimes = {
  checkEveryMs: 2 * 60_000,
  pingEveryMs: 10 * 60_000,
  cleanupEveryMs: 15 * 60_000,
  /** After devices went down or came back, how long their figures wait: many fall together. */
  settleMs: 3_000,
  /** Client entries that nothing was heard of for longer go at a clean-up. */
  connectionTimeoutMs: 10 * 60_000,
} as const

/** What a check brings home. */
export interface HealthCheck {
  overview: HealthOverview
  stats: HealthStats
  details: HealthDetails
  metrics: ClientMetricsReading
}

/** The last ping of a device: as the server sees it, or null where it could not be asked. */
export interface Ping {
  wordCode: string
  health: DeviceHealth | null
  /** Milliseconds since the epoch. */
  at: number
}

interface HealthContext {
  /** Id of the condominium whose devices are pinged; null while none is selected. */
  condominiumId: string | null
  check: HealthCheck | null
  /** When the last check was answered, in milliseconds since the epoch. */
  checkedAt: number | null
  pings: ReadonlyMap<string, Ping>
  /** When each is due, in milliseconds since the epoch. */
  checkDueAt: number
  pingDueAt: number
  cleanupDueAt: number
  /** As of the last look at the clock. */
  now: number
}

export type HealthEvent =
  | { type: 'page.visible' }
  | { type: 'page.hidden' }
  | { type: 'condominiums.selected'; condominium: { id: string } | null }
  /** 'Atualizar' */
  | { type: 'health.refresh' }
  /** 'Limpar' */
  | { type: 'health.clean' }
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'ping.answered'; wordCode: string; health: DeviceHealth | null }
  | { type: 'pings.done' }

/** What health tells the root. */
export type HealthReport = { type: 'health.checked'; reach: readonly DeviceReach[] } | { type: 'health.unreachable' }

/** Asks after the servers and the devices at their times, and rests while nobody looks (HEA). */
export const healthMachine = setup({
  types: {} as {
    context: HealthContext
    events: HealthEvent
    input: { condominiumId: string | null }
    tags: 'checking' | 'checkFailed' | 'pinging' | 'cleaning' | 'cleanupFailed'
  },
  actors: {
    visibility: callbackNotProvided<HealthEvent>('health.visibility'),
    check: promiseNotProvided<HealthCheck>('health.check'),
    /** Asks after each device of a condominium, and then says that it is done. */
    pingDevices: callbackNotProvided<HealthEvent, { condominiumId: string | null }>('health.pingDevices'),
    cleanup: promiseNotProvided<ClientMetricsReading>('health.cleanup'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('health.logFailure'),
    measure: assign({ now: ({ self }) => now(self) }),
    follow: assign((_, { condominium }: { condominium: { id: string } | null }) => ({
      condominiumId: condominium?.id ?? null,
      pings: new Map(),
      pingDueAt: 0,
    })),
    takeCheck: assign(({ self }, { check }: { check: HealthCheck }) => ({ check, checkedAt: now(self) })),
    takePing: assign(({ context, self }, { wordCode, health }: { wordCode: string; health: DeviceHealth | null }) => ({
      pings: new Map(context.pings).set(wordCode, { wordCode, health, at: now(self) }),
    })),
    takeMetrics: assign(({ context }, { metrics }: { metrics: ClientMetricsReading }) => ({
      check: context.check === null ? null : { ...context.check, metrics },
    })),
    dropIdle: assign(({ context, self }) => ({
      pings: new Map([...context.pings].filter(([, { at }]) => now(self) - at <= healthTimes.connectionTimeoutMs)),
    })),
    hastenCheck: assign({ checkDueAt: 0 }),
    planCheck: assign({ checkDueAt: ({ self }) => now(self) + healthTimes.checkEveryMs }),
    planPing: assign({ pingDueAt: ({ self }) => now(self) + healthTimes.pingEveryMs }),
    planCleanup: assign({ cleanupDueAt: ({ self }) => now(self) + healthTimes.cleanupEveryMs }),
    reportChecked: sendParent(
      (_, { check }: { check: HealthCheck }): HealthReport => ({
        type: 'health.checked',
        reach: check.stats.perDevice,
      }),
    ),
    reportUnreachable: sendParent({ type: 'health.unreachable' }),
  },
  guards: {
    isVisible: stateIn({ page: 'visible' }),
    movesDevices: (_, { activities }: GateBatch) =>
      activities.some(({ kind }) => kind === 'device-down' || kind === 'device-up'),
    isCheckDue: ({ context }) => context.now >= context.checkDueAt,
    isPingDue: ({ context }) => context.now >= context.pingDueAt,
    isCleanupDue: ({ context }) => context.now >= context.cleanupDueAt,
    isOther: ({ context }, { condominium }: { condominium: { id: string } | null }) =>
      context.condominiumId !== (condominium?.id ?? null),
  },
  delays: {
    settling: healthTimes.settleMs,
    untilCheck: ({ context, self }) => delayUntil(context.checkDueAt, now(self)),
    untilPing: ({ context, self }) => delayUntil(context.pingDueAt, now(self)),
    untilCleanup: ({ context, self }) => delayUntil(context.cleanupDueAt, now(self)),
  },
}).createMachine({
  id: 'health',
  meta: { requirements: ['HEA-1', 'HEA-2', 'HEA-4'] },
  context: ({ input }) => ({
    ...input,
    check: null,
    checkedAt: null,
    pings: new Map(),
    checkDueAt: 0,
    pingDueAt: 0,
    cleanupDueAt: 0,
    now: 0,
  }),
  entry: 'planCleanup',
  type: 'parallel',
  states: {
    page: {
      description: 'Whether anybody can see the page: what repeats rests while nobody can.',
      invoke: { src: 'visibility', onError: { actions: failed('Visibilidade da página não observada.') } },
      initial: 'hidden',
      states: {
        hidden: { on: { 'page.visible': 'visible' } },
        visible: { on: { 'page.hidden': 'hidden' } },
      },
    },
    checking: {
      description: 'The service and its figures, every 2 minutes (HEA-2).',
      initial: 'paused',
      states: {
        paused: { description: 'Nobody looks.', on: { 'page.visible': 'resuming' } },
        resuming: {
          description: 'Somebody looks again: what fell due meanwhile is made up for, once.',
          entry: 'measure',
          always: [{ guard: 'isCheckDue', target: 'asking' }, { target: 'waiting' }],
        },
        waiting: {
          after: { untilCheck: 'asking' },
          on: {
            'page.hidden': 'paused',
            'health.refresh': 'asking',
            'socket.batch': {
              guard: { type: 'movesDevices', params: ({ event }) => event },
              target: 'settling',
              actions: 'hastenCheck',
            },
          },
        },
        settling: {
          description: 'Devices went down or came back: the figures are not true any more, and asked for in a moment.',
          after: { settling: 'asking' },
          on: { 'page.hidden': 'paused', 'health.refresh': 'asking' },
        },
        asking: {
          tags: 'checking',
          invoke: {
            src: 'check',
            onDone: {
              target: 'answered',
              actions: [
                { type: 'takeCheck', params: ({ event }) => ({ check: event.output }) },
                { type: 'reportChecked', params: ({ event }) => ({ check: event.output }) },
              ],
            },
            onError: {
              target: 'unanswered',
              actions: [failed('Saúde do serviço não consultada.'), 'reportUnreachable'],
            },
          },
        },
        answered: {
          entry: 'planCheck',
          always: [{ guard: 'isVisible', target: 'waiting' }, { target: 'paused' }],
        },
        unanswered: {
          description:
            'The figures on screen are of before, and say so; who comes back to them has them asked for again.',
          tags: 'checkFailed',
          entry: 'planCheck',
          after: { untilCheck: { guard: 'isVisible', target: 'asking' } },
          on: { 'page.visible': 'asking', 'health.refresh': 'asking' },
        },
      },
    },
    pinging: {
      description: 'The devices of the selected condominium, every 10 minutes (HEA-2).',
      initial: 'paused',
      on: {
        'condominiums.selected': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.choosing',
          actions: { type: 'follow', params: ({ event }) => event },
        },
        'ping.answered': { actions: { type: 'takePing', params: ({ event }) => event } },
      },
      states: {
        paused: { on: { 'page.visible': 'resuming' } },
        choosing: {
          description: 'Another condominium: its devices are asked at once, if somebody looks.',
          always: [{ guard: 'isVisible', target: 'resuming' }, { target: 'paused' }],
        },
        resuming: {
          entry: 'measure',
          always: [{ guard: 'isPingDue', target: 'asking' }, { target: 'waiting' }],
        },
        waiting: {
          after: { untilPing: 'asking' },
          on: { 'page.hidden': 'paused', 'health.refresh': 'asking' },
        },
        asking: {
          tags: 'pinging',
          invoke: {
            src: 'pingDevices',
            input: ({ context }) => ({ condominiumId: context.condominiumId }),
            onError: { target: 'done', actions: failed('Dispositivos não consultados.') },
          },
          on: { 'pings.done': 'done' },
        },
        done: {
          entry: 'planPing',
          always: [{ guard: 'isVisible', target: 'waiting' }, { target: 'paused' }],
        },
      },
    },
    cleaning: {
      description: 'What the server and this page keep of connections for too long, every 15 minutes (HEA-2).',
      initial: 'paused',
      states: {
        paused: { on: { 'page.visible': 'resuming' } },
        resuming: {
          entry: 'measure',
          always: [{ guard: 'isCleanupDue', target: 'asking' }, { target: 'waiting' }],
        },
        waiting: {
          after: { untilCleanup: 'asking' },
          on: { 'page.hidden': 'paused', 'health.clean': 'asking' },
        },
        asking: {
          tags: 'cleaning',
          entry: 'dropIdle',
          invoke: {
            src: 'cleanup',
            onDone: {
              target: 'done',
              actions: { type: 'takeMetrics', params: ({ event }) => ({ metrics: event.output }) },
            },
            onError: { target: 'uncleaned', actions: failed('Limpeza não realizada no servidor.') },
          },
        },
        done: {
          entry: 'planCleanup',
          always: [{ guard: 'isVisible', target: 'waiting' }, { target: 'paused' }],
        },
        uncleaned: {
          description:
            'Said where it was asked for; tried again at the next turn, on request, or when somebody looks again.',
          tags: 'cleanupFailed',
          entry: 'planCleanup',
          after: { untilCleanup: { guard: 'isVisible', target: 'asking' } },
          on: { 'page.visible': 'asking', 'health.clean': 'asking' },
        },
      },
    },
  },
})
