import { assign, not, sendParent, setup, stateIn } from 'xstate'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { ClientMetricsReading } from '../../services/health/client-metrics.ts'
import type { DeviceHealth } from '../../services/health/health-api.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { delayUntil, now } from '../parts/clock.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { serverNow } from '../parts/server-now.ts'
import { type HealthCheck, type HealthEvent, type HealthReport, healthTimes, type Ping } from './health-protocol.ts'

/** The recurring tasks. */
type Errand = 'check' | 'ping' | 'cleanup'

const everyMs: Record<Errand, number> = {
  check: healthTimes.checkEveryMs,
  ping: healthTimes.pingEveryMs,
  cleanup: healthTimes.cleanupEveryMs,
}

interface HealthContext {
  /** Id of the condominium with the devices to ping; null without a selection. */
  condominiumId: string | null
  check: HealthCheck | null
  /** Events at the gates while a check was asked: its answer may be older than the status that they report. */
  meanwhile: ReadonlySet<string>
  /** Whether devices changed state or number while the check was asked, so that the check is repeated. */
  isRepeated: boolean
  /** The metrics of this panel's own calls (HEA-3). */
  metrics: ClientMetricsReading | null
  /** Time of the last answered check on the server's clock, in milliseconds since the epoch (LIVE-10). */
  checkedAt: number | null
  pings: ReadonlyMap<string, Ping>
  /** When each task is due, in milliseconds since the epoch. */
  dueAt: Readonly<Record<Errand, number>>
  /** When the clock was last read, in milliseconds since the epoch. */
  now: number
}

const checkedAgain = untilAskedAgain('check', 'untilCheck', 'health.refresh')

/** Checks the servers and the devices at intervals; pauses while the page is hidden (HEA). */
export const healthMachine = setup({
  types: {} as {
    context: HealthContext
    events: HealthEvent
    input: { condominiumId: string | null }
    tags: 'checking' | 'checkFailed' | 'pinging' | 'cleaning' | 'cleanupFailed'
  },
  actors: {
    check: promiseNotProvided<HealthCheck, { condominiumId: string | null }>('health.check'),
    /** Pings each device of a condominium, then sends `pings.done`. */
    pingDevices: callbackNotProvided<HealthEvent, { condominiumId: string | null }>('health.pingDevices'),
    cleanup: promiseNotProvided<ClientMetricsReading, { isAutomatic: boolean }>('health.cleanup'),
    /** Sends the metrics of this panel's own calls at the start and after calls have ended. */
    ownCalls: callbackNotProvided<HealthEvent>('health.ownCalls'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('health.logFailure'),
    measure: assign({ now: ({ self }) => now(self) }),
    follow: assign((_, { condominium }: { condominium: { id: string } | null }) => ({
      condominiumId: condominium?.id ?? null,
      pings: new Map(),
    })),
    takeCheck: assign(({ self }, { check }: { check: HealthCheck }) => ({ check, checkedAt: serverNow(self) })),
    takePing: assign(({ context, self }, { wordCode, health }: { wordCode: string; health: DeviceHealth | null }) => ({
      pings: new Map(context.pings).set(wordCode, { wordCode, health, at: serverNow(self) }),
    })),
    beginCheck: assign({ meanwhile: new Set<string>(), isRepeated: false }),
    noteMeanwhile: assign(({ context }, { wordCodes, isMove }: { wordCodes: readonly string[]; isMove: boolean }) => ({
      meanwhile: new Set([...context.meanwhile, ...wordCodes]),
      isRepeated: context.isRepeated || isMove,
    })),
    takeMetrics: assign((_, { metrics }: { metrics: ClientMetricsReading }) => ({ metrics })),
    dropIdle: assign(({ context, self }) => ({
      pings: new Map(
        [...context.pings].filter(([, { at }]) => serverNow(self) - at <= healthTimes.connectionTimeoutMs),
      ),
    })),
    hasten: assign(({ context }, { errand }: { errand: Errand }) => ({ dueAt: { ...context.dueAt, [errand]: 0 } })),
    plan: assign(({ context, self }, { errand }: { errand: Errand }) => ({
      dueAt: { ...context.dueAt, [errand]: now(self) + everyMs[errand] },
    })),
    reportChecked: sendParent(
      ({ context: { meanwhile } }, { check }: { check: HealthCheck }): HealthReport => ({
        type: 'health.checked',
        reach: check.stats.perDevice.filter(({ wordCode }) => !meanwhile.has(wordCode)),
      }),
    ),
    reportUnreachable: sendParent({ type: 'health.unreachable' }),
  },
  guards: {
    /** Whether the page is visible when this actor starts; later changes arrive as events. */
    isSeen: guardNotProvided('health.isSeen'),
    isVisible: stateIn({ page: 'visible' }),
    movesDevices: (_, { activities }: GateBatch) => isMove(activities),
    isRecounted: (_, { recounts }: { recounts?: true }) => recounts === true,
    hasMoved: ({ context }) => context.isRepeated,
    isDue: ({ context }, { errand }: { errand: Errand }) => context.now >= context.dueAt[errand],
    isOther: ({ context }, { condominium }: { condominium: { id: string } | null }) =>
      context.condominiumId !== (condominium?.id ?? null),
  },
  delays: {
    settling: healthTimes.settleMs,
    untilCheck: ({ context, self }) => delayUntil(context.dueAt.check, now(self)),
    untilPing: ({ context, self }) => delayUntil(context.dueAt.ping, now(self)),
    untilCleanup: ({ context, self }) => delayUntil(context.dueAt.cleanup, now(self)),
  },
}).createMachine({
  id: 'health',
  meta: { requirements: ['HEA-1', 'HEA-2', 'HEA-3', 'HEA-4', 'LIVE-1', 'LIVE-6', 'LIVE-10'] },
  context: ({ input }) => ({
    ...input,
    check: null,
    meanwhile: new Set(),
    isRepeated: false,
    metrics: null,
    checkedAt: null,
    pings: new Map(),
    dueAt: { check: 0, ping: 0, cleanup: 0 },
    now: 0,
  }),
  entry: { type: 'plan', params: { errand: 'cleanup' } },
  invoke: { src: 'ownCalls', onError: { actions: failed('Chamadas deste painel não contadas.') } },
  on: { 'calls.counted': { actions: { type: 'takeMetrics', params: ({ event }) => event } } },
  type: 'parallel',
  states: {
    page: {
      description: 'Whether the page is visible: recurring tasks pause while it is hidden.',
      initial: 'opening',
      states: {
        opening: { always: [{ guard: 'isSeen', target: 'visible' }, { target: 'hidden' }] },
        hidden: { on: { 'page.shown': 'visible' } },
        visible: { on: { 'page.hidden': 'hidden' } },
      },
    },
    checking: {
      description: 'Checks the service and its metrics every 2 minutes (HEA-2), and when it has recovered (LIVE-1).',
      initial: 'paused',
      on: {
        'health.lost': { target: '.unanswered', actions: 'reportUnreachable' },
        'condominiums.selected': {
          description: 'The numbers of another condominium are requested immediately if the page is visible (LIVE-6).',
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.paused',
          actions: { type: 'hasten', params: { errand: 'check' } },
        },
        'socket.batch': {
          description: 'Devices changed state while the page is hidden: showing the page requests the numbers again.',
          guard: { type: 'movesDevices', params: ({ event }) => event },
          actions: { type: 'hasten', params: { errand: 'check' } },
        },
        'device.changed': {
          description: 'A person changed the number of active devices: the numbers are outdated (STATE-3).',
          guard: { type: 'isRecounted', params: ({ event }) => event },
          actions: { type: 'hasten', params: { errand: 'check' } },
        },
        'device.deleted': { actions: { type: 'hasten', params: { errand: 'check' } } },
      },
      states: {
        ...between('check'),
        waiting: {
          after: { untilCheck: 'asking' },
          on: {
            'page.hidden': 'paused',
            'health.refresh': 'asking',
            // Data from before the connection was lost may be outdated, although no call has failed.
            'socket.restored': 'asking',
            // Stored data from before this page load was shown, without a failed call.
            'health.restored': 'asking',
            'socket.batch': {
              guard: { type: 'movesDevices', params: ({ event }) => event },
              target: 'settling',
              actions: { type: 'hasten', params: { errand: 'check' } },
            },
            'device.changed': { guard: { type: 'isRecounted', params: ({ event }) => event }, target: 'asking' },
            'device.deleted': 'asking',
          },
        },
        settling: {
          description: 'Devices changed state: the numbers are outdated and requested again after a short delay.',
          always: { guard: not('isVisible'), target: 'paused' },
          after: { settling: 'asking' },
          on: { 'health.refresh': 'asking' },
        },
        asking: {
          tags: 'checking',
          entry: 'beginCheck',
          on: {
            'socket.batch': {
              description: 'The answer does not count for these devices. If one changed state, the check is repeated.',
              actions: {
                type: 'noteMeanwhile',
                params: ({ event: { activities } }) => ({
                  wordCodes: activities.map(({ wordCode }) => wordCode),
                  isMove: isMove(activities),
                }),
              },
            },
            'device.changed': {
              guard: { type: 'isRecounted', params: ({ event }) => event },
              actions: {
                type: 'noteMeanwhile',
                params: ({ event }) => ({ wordCodes: [event.device.wordCode], isMove: true }),
              },
            },
            'device.deleted': {
              actions: {
                type: 'noteMeanwhile',
                params: ({ event }) => ({ wordCodes: [event.wordCode], isMove: true }),
              },
            },
          },
          invoke: {
            src: 'check',
            input: ({ context }) => ({ condominiumId: context.condominiumId }),
            onDone: [
              {
                guard: 'hasMoved',
                target: 'settling',
                actions: [
                  { type: 'takeCheck', params: ({ event }) => ({ check: event.output }) },
                  { type: 'reportChecked', params: ({ event }) => ({ check: event.output }) },
                  { type: 'hasten', params: { errand: 'check' } },
                ],
              },
              {
                target: 'paused',
                actions: [
                  { type: 'takeCheck', params: ({ event }) => ({ check: event.output }) },
                  { type: 'reportChecked', params: ({ event }) => ({ check: event.output }) },
                  { type: 'plan', params: { errand: 'check' } },
                ],
              },
            ],
            onError: {
              target: 'unanswered',
              actions: [failed('Saúde do serviço não consultada.'), 'reportUnreachable'],
            },
          },
        },
        unanswered: {
          description: 'The numbers on screen are outdated and marked as such; showing the page requests them again.',
          tags: 'checkFailed',
          ...checkedAgain,
          on: { ...checkedAgain.on, 'health.restored': { guard: 'isVisible', target: 'asking' } },
        },
      },
    },
    pinging: {
      description: 'Pings the devices of the selected condominium, every 10 minutes (HEA-2).',
      initial: 'paused',
      on: {
        'condominiums.selected': {
          description: 'The devices of another condominium are pinged immediately if the page is visible.',
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.paused',
          actions: [
            { type: 'follow', params: ({ event }) => event },
            { type: 'hasten', params: { errand: 'ping' } },
          ],
        },
        'ping.answered': { actions: { type: 'takePing', params: ({ event }) => event } },
      },
      states: {
        ...between('ping'),
        waiting: { after: { untilPing: 'asking' }, on: { 'page.hidden': 'paused', 'health.refresh': 'asking' } },
        asking: {
          tags: 'pinging',
          exit: { type: 'plan', params: { errand: 'ping' } },
          invoke: {
            src: 'pingDevices',
            input: ({ context }) => ({ condominiumId: context.condominiumId }),
            onError: { target: 'paused', actions: failed('Dispositivos não consultados.') },
          },
          on: { 'pings.done': 'paused' },
        },
      },
    },
    cleaning: {
      description: 'Removes old connection data from the server and this page, every 15 minutes (HEA-2).',
      initial: 'paused',
      states: {
        ...between('cleanup'),
        waiting: { after: { untilCleanup: 'asking' }, on: { 'page.hidden': 'paused', 'health.clean': 'asking' } },
        asking: {
          tags: 'cleaning',
          entry: 'dropIdle',
          invoke: {
            src: 'cleanup',
            input: ({ event }) => ({ isAutomatic: event.type !== 'health.clean' }),
            onDone: {
              target: 'paused',
              actions: [
                { type: 'takeMetrics', params: ({ event }) => ({ metrics: event.output }) },
                { type: 'plan', params: { errand: 'cleanup' } },
              ],
            },
            onError: { target: 'uncleaned', actions: failed('Limpeza não realizada no servidor.') },
          },
        },
        uncleaned: {
          description: 'Tried again at the next interval, on request, or when the page is shown again.',
          tags: 'cleanupFailed',
          ...untilAskedAgain('cleanup', 'untilCleanup', 'health.clean'),
        },
      },
    },
  },
})

/** Whether a device went down or came back. */
function isMove(activities: readonly Activity[]): boolean {
  return activities.some(({ kind }) => kind === 'device-down' || kind === 'device-up')
}

function between(errand: Errand) {
  return {
    paused: {
      description: 'Waits until the page is visible.',
      always: { guard: 'isVisible', target: 'resuming' },
    },
    resuming: {
      description: 'The page is visible: a task that became due while it was hidden runs once.',
      entry: 'measure',
      always: [{ guard: { type: 'isDue', params: { errand } }, target: 'asking' }, { target: 'waiting' }],
    },
  } as const
}

function untilAskedAgain<Delay extends 'untilCheck' | 'untilCleanup', Request extends HealthEvent['type']>(
  errand: Errand,
  delay: Delay,
  request: Request,
) {
  return {
    entry: { type: 'plan', params: { errand } },
    after: { [delay]: { guard: 'isVisible', target: 'asking' } },
    on: { 'page.shown': 'asking', [request]: 'asking' },
  } as const
}
