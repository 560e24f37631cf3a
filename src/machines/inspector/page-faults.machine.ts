import { assertEvent, assign, setup } from 'xstate'
import type { PageFaults } from '../../inspector/faults/page-faults.ts'
import { errorText } from '../parts/error-text.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

interface PageFaultsContext {
  /** The faults that are set. */
  faults: PageFaults
  /** Why the last change failed, as a text for the user. */
  problem: string | null
}

export const noFaults: PageFaults = { server: null, socket: null, push: null, clock: null }

export type PageFaultsEvent =
  | { type: 'pageFaults.set'; faults: PageFaults }
  /** A person asks for a push message in the visible page. */
  | { type: 'pageFaults.push' }

/** Makes the server, the socket, the push service and the clock fail for this page only (INS-7). */
export const pageFaultsMachine = setup({
  types: {} as { context: PageFaultsContext; events: PageFaultsEvent; tags: 'applied' | 'error' },
  actors: {
    apply: promiseNotProvided<PageFaults, { faults: PageFaults; previous: PageFaults }>('pageFaults.apply'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('pageFaults.logFailure'),
    deliverPush: effectNotProvided('pageFaults.deliverPush'),
    take: assign((_, { faults }: { faults: PageFaults }) => ({ faults, problem: null })),
    noteProblem: assign((_, { error }: { error: unknown }) => ({
      problem: errorText(error),
    })),
  },
}).createMachine({
  id: 'pageFaults',
  meta: { requirements: ['INS-7'] },
  context: { faults: noFaults, problem: null },
  initial: 'settled',
  on: { 'pageFaults.push': { actions: 'deliverPush' } },
  states: {
    settled: { on: { 'pageFaults.set': 'applying' } },
    applying: {
      invoke: {
        src: 'apply',
        input: ({ context, event }) => {
          assertEvent(event, 'pageFaults.set')
          return { faults: event.faults, previous: context.faults }
        },
        onDone: { target: 'applied', actions: { type: 'take', params: ({ event }) => ({ faults: event.output }) } },
        onError: {
          target: 'failed',
          actions: [{ type: 'noteProblem', params: ({ event }) => event }, failed('Falha da página não simulada.')],
        },
      },
    },
    applied: { tags: 'applied', on: { 'pageFaults.set': 'applying' } },
    failed: { tags: 'error', on: { 'pageFaults.set': 'applying' } },
  },
})
