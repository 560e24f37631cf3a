import { assign, sendParent, setup } from 'xstate'
import type { Service } from '../../services/http/service-answers.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

const lastKnownTimes = {
  /** The panel's files are stored after the loads of the first pages and the preloads of the next ones. */
  shellAfterMs: 15_000,
} as const

interface LastKnownContext {
  /** The time of the stored data on screen, in milliseconds since the epoch; null if no stored data is shown. */
  at: number | null
}

export type LastKnownEvent =
  /** A stored answer was used instead of an answer of the service. */
  { type: 'answer.remembered'; service: Service; at: number } | { type: 'server.restored' }

/** Event for the root: the server answers, and the stored data on screen must be loaded again. */
export type LastKnownReport = { type: 'lastKnown.over' }

/** Pages opened while the server did not answer: the stored data they show, and the stored files they need (LIVE-1). */
export const lastKnownMachine = setup({
  types: {} as {
    context: LastKnownContext
    events: LastKnownEvent
    tags: 'lastKnown'
  },
  actors: {
    /** Reports each use of a stored answer, and stores changes that arrive without a call. */
    answers: callbackNotProvided<LastKnownEvent>('lastKnown.answers'),
    /** Makes the browser store the panel's own files. */
    keepShell: promiseNotProvided<void>('lastKnown.keepShell'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('lastKnown.logFailure'),
    noteAt: assign(({ context }, { at }: { at: number }) => ({ at: Math.max(context.at ?? 0, at) })),
    forgetAt: assign({ at: null }),
    reportOver: sendParent((): LastKnownReport => ({ type: 'lastKnown.over' })),
  },
  guards: {
    /** Whether the customer and the user of this browser allow storing the panel's files. */
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
      description: 'Whether the page shows current data of the server, or stored data.',
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
          description: 'Stored data is shown with its time; neither the data nor the session is confirmed.',
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
      description: "The panel's own files, stored in the browser after all other loads.",
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
        refused: {
          description:
            'The panel works without stored files. The server may have been away: tried again after its return.',
          on: { 'server.restored': 'waiting' },
        },
      },
    },
  },
})
