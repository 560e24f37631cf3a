import { assign, sendParent, setup } from 'xstate'
import type { Service } from '../../services/http/service-answers.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** In milliseconds. */
const lastKnownTimes = {
  /** What the first pages ask for comes first, then what they may ask for next, then this. */
  shellAfterMs: 15_000,
} as const

interface LastKnownContext {
  /** When what is shown was last known to be so, in milliseconds since the epoch; null where nothing of the kind is. */
  at: number | null
}

export type LastKnownEvent =
  /** A kept answer has taken the place of the service's own. */
  { type: 'answer.remembered'; service: Service; at: number } | { type: 'server.restored' }

/** What it tells the root: the server answers, and what was shown in its place is to be asked for. */
export type LastKnownReport = { type: 'lastKnown.over' }

/** What a page shows that began while the server did not answer, and what it needs for that (LIVE-1). */
export const lastKnownMachine = setup({
  types: {} as {
    context: LastKnownContext
    events: LastKnownEvent
    tags: 'lastKnown'
  },
  actors: {
    /** Tells of kept answers that are given, and keeps what changes without a call, as it happens. */
    answers: callbackNotProvided<LastKnownEvent>('lastKnown.answers'),
    /** Has the browser keep the panel's own files. */
    keepShell: promiseNotProvided<void>('lastKnown.keepShell'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('lastKnown.logFailure'),
    noteAt: assign(({ context }, { at }: { at: number }) => ({ at: Math.max(context.at ?? 0, at) })),
    forgetAt: assign({ at: null }),
    reportOver: sendParent((): LastKnownReport => ({ type: 'lastKnown.over' })),
  },
  guards: {
    /** Whether the customer and this browser's user let the panel be kept. */
    mayKeepShell: guardNotProvided('lastKnown.mayKeepShell'),
    isOfServer: (_, { service }: { service: Service }) => service === 'server',
  },
  delays: { shellAfter: lastKnownTimes.shellAfterMs },
}).createMachine({
  id: 'lastKnown',
  meta: { requirements: ['BOOT-3', 'SES-6', 'LIVE-1', 'CFG-2'] },
  context: { at: null },
  invoke: { src: 'answers', onError: { actions: failed('Respostas guardadas não observadas.') } },
  type: 'parallel',
  states: {
    shown: {
      description: 'Whether what is on screen is what the server tells, or what it told last.',
      initial: 'current',
      states: {
        current: {
          on: {
            'answer.remembered': {
              guard: { type: 'isOfServer', params: ({ event }) => event },
              target: 'remembered',
              actions: { type: 'noteAt', params: ({ event }) => event },
            },
          },
        },
        remembered: {
          description: 'Nobody has confirmed any of it, nor that the session lives: all of it says from when it is.',
          tags: 'lastKnown',
          on: {
            'answer.remembered': {
              guard: { type: 'isOfServer', params: ({ event }) => event },
              actions: { type: 'noteAt', params: ({ event }) => event },
            },
            'server.restored': { target: 'current', actions: ['forgetAt', 'reportOver'] },
          },
        },
      },
    },
    shell: {
      description: "The panel's own files, kept in the browser once nobody waits for anything else.",
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'mayKeepShell', target: 'waiting' }, { target: 'unwanted' }] },
        unwanted: {},
        waiting: { after: { shellAfter: 'asking' } },
        asking: {
          invoke: {
            src: 'keepShell',
            onDone: 'kept',
            onError: { target: 'refused', actions: failed('O painel não pôde ser guardado neste navegador.') },
          },
        },
        kept: {},
        refused: { description: 'As without it; tried again when the page is loaded anew.' },
      },
    },
  },
})
