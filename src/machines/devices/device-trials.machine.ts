import { and, assign, sendParent, sendTo, setup, stateIn } from 'xstate'
import { delayUntil, now } from '../parts/clock.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided } from '../parts/not-provided.ts'
import type { DeviceCalls } from './calls/device-calls.ts'
import type { OperationReport } from './device-operation-protocol.ts'
import { planTrials, type TrialPlan, type TrialsMade, withTrials } from './due-trials.ts'

export interface TrialsInput {
  calls: DeviceCalls
  userId: string
}

interface TrialsContext extends TrialsInput, TrialsMade, TrialPlan {}

export type TrialsEvent =
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  | { type: 'circuits.changed' }
  | { type: 'deviceService.lost' }
  | { type: 'deviceService.restored' }
  | { type: 'trial.ended'; wordCode: string }
  /** A trial was answered: the device as it is now. */
  | OperationReport

/** What the checks are asked for: one call to each device, once. */
export interface TrialsOrder {
  type: 'trials.make'
  targets: TrialPlan['due']
}

/** Keeps the promise of an open circuit: when its two minutes are over, the panel tries again by itself (LIVE-3). */
export const deviceTrialsMachine = setup({
  types: {} as {
    context: TrialsContext
    events: TrialsEvent
    input: TrialsInput
    children: { checks: 'checks' }
  },
  actors: {
    /** Makes the trials that are ordered; where somebody can see the page as it starts, it says so first. */
    checks: callbackNotProvided<TrialsOrder, TrialsInput>('deviceTrials.checks'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('deviceTrials.logFailure'),
    plan: assign(({ context, self }) => planTrials(context.calls, context, now(self))),
    order: sendTo('checks', ({ context }): TrialsOrder => ({ type: 'trials.make', targets: context.due })),
    noteOrder: assign(({ context, self }) => withTrials(context, context.due, now(self))),
    noteEnd: assign(({ context }, { wordCode }: { wordCode: string }) => ({
      underWay: new Set([...context.underWay].filter((each) => each !== wordCode)),
    })),
    report: sendParent((_, report: OperationReport) => report),
  },
  guards: {
    isDue: ({ context }) => context.due.length > 0,
    isServed: stateIn({ service: 'answering' }),
    isTrying: ({ context }) => context.underWay.size > 0,
  },
  delays: {
    untilNextLook: ({ context, self }) => delayUntil(context.nextLookAt ?? Number.POSITIVE_INFINITY, now(self)),
  },
}).createMachine({
  id: 'deviceTrials',
  meta: { requirements: ['LIVE-3'] },
  context: ({ input }) => ({ ...input, underWay: new Set(), triedAt: new Map(), due: [], nextLookAt: null }),
  invoke: {
    id: 'checks',
    src: 'checks',
    input: ({ context: { calls, userId } }) => ({ calls, userId }),
    onError: { target: '.trials.stopped', actions: failed('Os testes automáticos dos dispositivos pararam.') },
  },
  on: {
    'device.changed': { actions: { type: 'report', params: ({ event }) => event } },
    'trial.ended': { actions: { type: 'noteEnd', params: ({ event }) => event } },
  },
  type: 'parallel',
  states: {
    service: {
      description: 'Whether the device service answers: while it does not, a call would say nothing of a device.',
      initial: 'answering',
      states: {
        answering: { on: { 'deviceService.lost': 'away' } },
        away: { on: { 'deviceService.restored': 'answering' } },
      },
    },
    trials: {
      description: 'The panel asks the devices of open circuits by itself, while somebody can see the page.',
      initial: 'resting',
      states: {
        resting: {
          description:
            'Nobody can see the page: what falls due waits, and is made up for once. Trials under way go on.',
          on: { 'page.shown': 'watching' },
        },
        watching: {
          description:
            'Somebody can see the page: the device of each circuit that lets a trial through is asked, once.',
          entry: 'plan',
          after: { untilNextLook: { target: 'watching', reenter: true } },
          on: {
            'circuits.changed': { target: 'watching', reenter: true },
            'deviceService.restored': { target: 'watching', reenter: true },
            'trial.ended': {
              target: 'watching',
              reenter: true,
              actions: { type: 'noteEnd', params: ({ event }) => event },
            },
            'page.hidden': 'resting',
          },
          initial: 'planned',
          states: {
            planned: {
              always: [
                { guard: and(['isDue', 'isServed']), target: 'trying', actions: ['order', 'noteOrder'] },
                { guard: 'isTrying', target: 'trying' },
                { target: 'waiting' },
              ],
            },
            waiting: {
              description:
                'Until the next circuit lets a trial through, or the service is back; for ever while none is open.',
            },
            trying: { description: 'At least one device is asked.' },
          },
        },
        stopped: { description: 'The checks have failed: each circuit waits for the call of a person.' },
      },
    },
  },
})
