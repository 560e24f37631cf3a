import { assign, sendTo, setup } from 'xstate'
import type { BrakeCondition } from '../../inspector/brake/event-gate.ts'
import { errorText } from '../parts/error-text.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided } from '../parts/not-provided.ts'

/** An actor whose events are held back. */
export interface Braked {
  actorId: string
  name: string
  condition: BrakeCondition
}

interface BrakeContext {
  braked: Braked | null
  /** Number of held events, and the type of the first. */
  waiting: number
  next: string | null
  /** Why the events cannot be held, as a text for the user. */
  problem: string | null
}

export type BrakeEvent =
  | { type: 'brake.set'; braked: Braked }
  /** Delivers one held event. */
  | { type: 'brake.step' }
  /** Drops one held event. */
  | { type: 'brake.discard' }
  /** Delivers the held events until the condition is met again. */
  | { type: 'brake.continue' }
  | { type: 'brake.remove' }
  /** The condition is met: from now on the events of the actor wait. */
  | { type: 'gate.stopped' }
  | { type: 'gate.queued'; waiting: number; next: string | null }
  | { type: 'gate.ended' }

export type GateOrder = { type: 'gate.step' | 'gate.discard' | 'gate.open' }

/**
 * Delays the events of one actor for a developer: stops them at a state or before an event, or delivers them slowly
 * (INS-6).
 */
export const brakeMachine = setup({
  types: {} as {
    context: BrakeContext
    events: BrakeEvent
    tags: 'set' | 'stopped' | 'error'
    children: { gate: 'gate' }
  },
  actors: {
    /** Holds the events of the actor. When this service stops, it delivers all held events. */
    gate: callbackNotProvided<GateOrder, { braked: Braked | null }>('brake.gate'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('brake.logFailure'),
    take: assign((_, { braked }: { braked: Braked }) => ({ braked, waiting: 0, next: null, problem: null })),
    noteQueue: assign((_, { waiting, next }: { waiting: number; next: string | null }) => ({ waiting, next })),
    forget: assign({ braked: null, waiting: 0, next: null }),
    noteProblem: assign((_, { error }: { error: unknown }) => ({
      problem: errorText(error),
    })),
    step: sendTo('gate', { type: 'gate.step' }),
    discard: sendTo('gate', { type: 'gate.discard' }),
    open: sendTo('gate', { type: 'gate.open' }),
  },
  guards: { isOnce: ({ context: { braked } }) => braked?.condition.kind === 'now' },
}).createMachine({
  id: 'brake',
  meta: { requirements: ['INS-6'] },
  context: { braked: null, waiting: 0, next: null, problem: null },
  initial: 'off',
  on: {
    'brake.set': { target: '.set', actions: { type: 'take', params: ({ event }) => event } },
  },
  states: {
    off: { entry: 'forget' },
    set: {
      tags: 'set',
      invoke: {
        id: 'gate',
        src: 'gate',
        input: ({ context: { braked } }) => ({ braked }),
        onError: {
          target: 'refused',
          actions: [{ type: 'noteProblem', params: ({ event }) => event }, failed('Eventos não retidos.')],
        },
      },
      initial: 'armed',
      on: {
        'gate.queued': { actions: { type: 'noteQueue', params: ({ event }) => event } },
        'gate.ended': 'off',
        'brake.remove': 'off',
      },
      states: {
        armed: {
          description: 'The events pass, at once or slowly, until the condition holds.',
          on: { 'gate.stopped': 'stopped' },
        },
        stopped: {
          description: 'The events of the actor wait in their order.',
          tags: 'stopped',
          on: {
            'brake.step': { actions: 'step' },
            'brake.discard': { actions: 'discard' },
            'brake.continue': [
              { guard: 'isOnce', target: '#brake.off' },
              { target: 'armed', actions: 'open' },
            ],
          },
        },
      },
    },
    refused: { tags: 'error', entry: 'forget' },
  },
})
