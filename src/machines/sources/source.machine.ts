import { and, assign, sendParent, setup, stateIn } from 'xstate'
import type { Service } from '../../services/http/service-answers.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { delayBetween } from '../parts/random-delay.ts'
import { serverNow } from '../parts/server-now.ts'

/** How often a service is asked for, in milliseconds (LIVE-1). */
const askTimes = {
  /** While the live connection is away, and the service answers. */
  cutOffEveryMs: 15_000,
  /**
   * While it does not answer: five seconds after its return all is to be current again. Drawn anew each time between the two, so that
   * a thousand panels that lost it at once do not find it at once (LIVE-2).
   */
  awayAtLeastMs: 1_000,
  awayAtMostMs: 4_500,
} as const

interface SourceContext {
  service: Service
  /** When it was last heard of, in the server's milliseconds since the epoch; null before. */
  heardAt: number | null
  /** When the live connection was lost, likewise; null while it stands. */
  cutOffAt: number | null
}

export type SourceEvent =
  | { type: 'call.answered' }
  | { type: 'call.unanswered' }
  /** What it told before this page began stands in for an answer; `at`: when it was so, in milliseconds since the epoch. */
  | { type: 'call.remembered'; at: number }
  | { type: 'socket.lost' }
  | { type: 'socket.restored' }
  | { type: 'connectivity.online' }
  | { type: 'connectivity.offline' }
  | { type: 'page.shown' }
  | { type: 'page.hidden' }

/** What a source tells the root. */
export type SourceReport =
  /** What the service told is not current any more. */
  | { type: 'server.lost' }
  | { type: 'deviceService.lost' }
  | { type: 'health.lost' }
  /** It answers again: what could not be asked is to be asked now. */
  | { type: 'server.restored' }
  | { type: 'deviceService.restored' }
  | { type: 'health.restored' }
  /** It answers while the live connection is away: there is somebody to come back to (LIVE-2). */
  | { type: 'server.reached' }

const lost = { target: 'away', actions: 'reportLost' } as const

/** Whether a service answers, and since when not: what it told is not held true beyond that (LIVE-1). */
export const sourceMachine = setup({
  types: {} as {
    context: SourceContext
    events: SourceEvent
    input: { service: Service }
    tags: 'away'
  },
  actors: {
    /** Says of every call of the service whether it was answered. */
    calls: callbackNotProvided<SourceEvent, { service: Service }>('source.calls'),
    /** Asks the service for a sign of life, for 5 s at most; rejects without one. */
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
    /** Whether anybody can see the page as this starts; what changes is heard of. */
    isSeen: guardNotProvided('source.isSeen'),
    isVisible: stateIn({ page: 'visible' }),
    isCutOff: stateIn({ live: 'away' }),
    isServer: ({ context }) => context.service === 'server',
  },
  delays: {
    cutOffEvery: askTimes.cutOffEveryMs,
    awayEvery: () => delayBetween(askTimes.awayAtLeastMs, askTimes.awayAtMostMs),
  },
}).createMachine({
  id: 'source',
  meta: { requirements: ['LIVE-1', 'LIVE-2', 'LIVE-5'] },
  context: ({ input }) => ({ service: input.service, heardAt: null, cutOffAt: null }),
  invoke: {
    src: 'calls',
    input: ofService,
    onError: { actions: failed('Respostas do serviço não observadas.') },
  },
  type: 'parallel',
  states: {
    page: {
      description: 'Whether anybody can see the page: nothing is asked for while nobody can.',
      initial: 'opening',
      states: {
        opening: { always: [{ guard: 'isSeen', target: 'visible' }, { target: 'hidden' }] },
        hidden: { on: { 'page.shown': 'visible' } },
        visible: { on: { 'page.hidden': 'hidden' } },
      },
    },
    live: {
      description: 'Whether what happens comes as it happens: without it, a service is asked again and again.',
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
      description: 'Believed until a call fails or the live connection is lost, asked then, and gone until it answers.',
      initial: 'answering',
      on: {
        'call.remembered': {
          description: 'Nothing is lost that this page was told: it begins with what was known before.',
          target: '.away',
          actions: { type: 'noteRemembered', params: ({ event }) => event },
        },
      },
      states: {
        answering: {
          on: {
            'call.answered': { actions: 'noteHeard' },
            'call.unanswered': 'doubted',
            'socket.lost': 'doubted',
            'page.shown': { guard: 'isCutOff', target: 'doubted' },
            'connectivity.offline': lost,
          },
          after: { cutOffEvery: { guard: and(['isCutOff', 'isVisible']), target: 'doubted' } },
        },
        doubted: {
          description: 'One call that failed, or a connection that is lost, proves nothing: it is asked.',
          invoke: {
            src: 'probe',
            input: ofService,
            onDone: 'answering',
            onError: lost,
          },
          on: {
            'call.answered': { target: 'answering', actions: 'noteHeard' },
            'connectivity.offline': lost,
          },
        },
        away: {
          description: 'What it told is of before, and says so.',
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
