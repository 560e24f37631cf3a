import { and, assign, sendParent, setup, stateIn } from 'xstate'
import type { Service } from '../../services/http/service-answers.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { delayBetween } from '../parts/random-delay.ts'
import { serverNow } from '../parts/server-now.ts'

/** Intervals of the probes to a service, in milliseconds (LIVE-1). */
const askTimes = {
  /** Interval while the live connection is lost and the service answers. */
  cutOffEveryMs: 15_000,
  /**
   * Range of the interval while the service does not answer: all data must be current within five seconds of its
   * recovery. Random for each probe, so that a thousand panels do not probe at the same moment (LIVE-2).
   */
  awayAtLeastMs: 1_000,
  awayAtMostMs: 4_500,
} as const

interface SourceContext {
  service: Service
  /** Time of the last answer on the server's clock, in milliseconds since the epoch; null before the first. */
  heardAt: number | null
  /** When the live connection was lost, on the same clock; null while it is connected. */
  cutOffAt: number | null
}

export type SourceEvent =
  | { type: 'call.answered' }
  | { type: 'call.unanswered' }
  /** A stored answer was used. `at`: the time of that answer, in milliseconds since the epoch. */
  | { type: 'call.remembered'; at: number }
  | { type: 'socket.lost' }
  | { type: 'socket.restored' }
  | { type: 'connectivity.online' }
  | { type: 'connectivity.offline' }
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  /** A service is lost: the other services may be on the same machine. */
  | { type: 'server.lost' }
  | { type: 'deviceService.lost' }
  | { type: 'health.lost' }

/** Events that a source sends to the root. */
export type SourceReport =
  /** The data of the service is no longer current. */
  | { type: 'server.lost' }
  | { type: 'deviceService.lost' }
  | { type: 'health.lost' }
  /** The service answers again: pending calls must be made now. */
  | { type: 'server.restored' }
  | { type: 'deviceService.restored' }
  | { type: 'health.restored' }
  /** The server answers while the live connection is lost: the socket may reconnect (LIVE-2). */
  | { type: 'server.reached' }

const lost = { target: 'away', actions: 'reportLost' } as const
const answered = {
  'call.answered': { target: 'answering', actions: 'noteHeard' },
  'connectivity.offline': lost,
} as const

const doubted = { target: 'doubted' } as const

/** Whether a service answers, and until when its data is current (LIVE-1). */
export const sourceMachine = setup({
  types: {} as {
    context: SourceContext
    events: SourceEvent
    input: { service: Service }
    tags: 'away' | 'doubted'
  },
  actors: {
    /** Reports for each call to the service whether it was answered. */
    calls: callbackNotProvided<SourceEvent, { service: Service }>('source.calls'),
    /** Calls the service with a timeout of 5 s; rejects if it does not answer. */
    probe: promiseNotProvided<void, { service: Service }>('source.probe'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('source.logFailure'),
    noteHeard: assign({ heardAt: ({ self }) => serverNow(self) }),
    noteRemembered: assign(({ context }, { at }: { at: number }) => ({ heardAt: Math.max(context.heardAt ?? 0, at) })),
    noteCutOff: assign({ cutOffAt: ({ self }) => serverNow(self) }),
    forgetCutOff: assign({ cutOffAt: null }),
    reportLost: sendParent(({ context }): SourceReport => ({ type: `${context.service}.lost` })),
    reportRestored: sendParent(({ context }): SourceReport => ({ type: `${context.service}.restored` })),
    reportReached: sendParent((): SourceReport => ({ type: 'server.reached' })),
  },
  guards: {
    /** Whether the page is visible when this actor starts; later changes arrive as events. */
    isSeen: guardNotProvided('source.isSeen'),
    isVisible: stateIn({ page: 'visible' }),
    /** Whether the page may be about to end, so that a failed probe proves nothing (LIVE-4). */
    isPageCutting: guardNotProvided('source.isPageCutting'),
    isCutOff: stateIn({ live: 'away' }),
    isServer: ({ context }) => context.service === 'server',
    /** No other call proves at the start that the device service answers. */
    isDeviceService: ({ context }) => context.service === 'deviceService',
  },
  delays: {
    cutOffEvery: askTimes.cutOffEveryMs,
    awayEvery: () => delayBetween(askTimes.awayAtLeastMs, askTimes.awayAtMostMs),
  },
}).createMachine({
  id: 'source',
  meta: { requirements: ['LIVE-1', 'LIVE-2', 'LIVE-4', 'LIVE-5'] },
  context: ({ input }) => ({ service: input.service, heardAt: null, cutOffAt: null }),
  invoke: {
    src: 'calls',
    input: ofService,
    onError: { actions: failed('Respostas do serviço não observadas.') },
  },
  type: 'parallel',
  states: {
    page: {
      description: 'Whether the page is visible: no probe is sent while it is hidden.',
      initial: 'opening',
      states: {
        opening: { always: [{ guard: 'isSeen', target: 'visible' }, { target: 'hidden' }] },
        hidden: { on: { 'page.shown': 'visible' } },
        visible: { on: { 'page.hidden': 'hidden' } },
      },
    },
    live: {
      description: 'Whether live events arrive: while they do not, the service is probed repeatedly.',
      initial: 'followed',
      states: {
        followed: { on: { 'socket.lost': { target: 'away', actions: 'noteCutOff' } } },
        away: {
          on: {
            'socket.restored': { target: 'followed', actions: 'forgetCutOff' },
            'call.answered': { guard: 'isServer', actions: 'reportReached' },
          },
        },
      },
    },
    service: {
      description: 'Answering until a call fails or the live connection is lost; then probed.',
      initial: 'opening',
      on: {
        'call.remembered': {
          description: 'The page started with stored data, so nothing was lost: no report is sent.',
          target: '.away',
          actions: { type: 'noteRemembered', params: ({ event }) => event },
        },
      },
      states: {
        opening: { always: [{ guard: 'isDeviceService', target: 'doubted' }, { target: 'answering' }] },
        answering: {
          on: {
            'call.answered': { actions: 'noteHeard' },
            'call.unanswered': doubted,
            'server.lost': doubted,
            'deviceService.lost': doubted,
            'health.lost': doubted,
            'socket.lost': doubted,
            'page.shown': { guard: 'isCutOff', target: 'doubted' },
            'connectivity.offline': lost,
          },
          after: { cutOffEvery: { guard: and(['isCutOff', 'isVisible']), target: 'doubted' } },
        },
        doubted: {
          description: 'One failed call or a lost connection proves nothing: the service is probed.',
          tags: 'doubted',
          invoke: {
            src: 'probe',
            input: ofService,
            onDone: 'answering',
            onError: [{ guard: 'isPageCutting', target: 'held' }, lost],
          },
          on: answered,
        },
        held: {
          description: 'The page may be about to end, which cuts calls: the service is probed again (LIVE-4).',
          after: { awayEvery: 'doubted' },
          on: answered,
        },
        away: {
          description: 'The service is unreachable; its data is shown as not current.',
          tags: 'away',
          on: { 'call.answered': { target: 'answering', actions: ['noteHeard', 'reportRestored'] } },
          initial: 'resting',
          states: {
            resting: {
              after: { awayEvery: { guard: 'isVisible', target: 'asking' } },
              on: { 'connectivity.online': 'asking', 'socket.restored': 'asking', 'page.shown': 'asking' },
            },
            asking: {
              invoke: {
                src: 'probe',
                input: ofService,
                onDone: { target: '#source.service.answering', actions: 'reportRestored' },
                onError: 'resting',
              },
            },
          },
        },
      },
    },
  },
})

function ofService({ context: { service } }: { context: SourceContext }): { service: Service } {
  return { service }
}
