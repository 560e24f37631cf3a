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
  /** A trial in another tab got no answer from the device; `at` in milliseconds since the epoch. */
  | { type: 'trial.missedElsewhere'; wordCode: string; at: number }
  /** A trial was answered: the current device. */
  | OperationReport

/** Requests one call to each device from `checks`. */
export interface TrialsOrder {
  type: 'trials.make'
  targets: TrialPlan['due']
}

/** Makes the trial of an open circuit automatically after its two minutes (LIVE-3). */
export const deviceTrialsMachine = setup({
  types: {} as {
    context: TrialsContext
    events: TrialsEvent
    input: TrialsInput
    children: { checks: 'checks' }
  },
  actors: {
    /** Makes the ordered trials; sends `page.shown` at the start if the page is visible. */
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
    noteMissed: assign(({ context, self }, { wordCode, at }: { wordCode: string; at: number }) => ({
      triedAt: new Map(context.triedAt).set(wordCode, Math.min(at, now(self))),
    })),
    report: sendParent((_, report: OperationReport) => report),
  },
  guards: {
    isDue: ({ context }) => context.due.length > 0,
    isServed: stateIn({ service: 'answering' }),
    isTrying: ({ context }) => context.underWay.size > 0,
  },
  delays: {
    untilNextCheck: ({ context, self }) => delayUntil(context.nextCheckAt ?? Number.POSITIVE_INFINITY, now(self)),
  },
}).createMachine({
  id: 'deviceTrials',
  meta: { requirements: ['LIVE-3'] },
  context: ({ input }) => ({ ...input, underWay: new Set(), triedAt: new Map(), due: [], nextCheckAt: null }),
  invoke: {
    id: 'checks',
    src: 'checks',
    input: ({ context: { calls, userId } }) => ({ calls, userId }),
    onError: { target: '.trials.stopped', actions: failed('Os testes automáticos dos dispositivos pararam.') },
  },
  on: {
    'device.changed': { actions: { type: 'report', params: ({ event }) => event } },
    'trial.ended': { actions: { type: 'noteEnd', params: ({ event }) => event } },
    'trial.missedElsewhere': { actions: { type: 'noteMissed', params: ({ event }) => event } },
  },
  type: 'parallel',
  states: {
    service: {
      description: 'Whether the device service answers: if not, a failed call proves nothing about a device.',
      initial: 'answering',
      states: {
        answering: { on: { 'deviceService.lost': 'away' } },
        away: { on: { 'deviceService.restored': 'answering' } },
      },
    },
    trials: {
      description: 'Makes the trials of open circuits automatically while the page is visible.',
      initial: 'resting',
      states: {
        resting: {
          description: 'The page is hidden: due trials wait and are made once later. Trials in progress continue.',
          on: { 'page.shown': 'watching' },
        },
        watching: {
          description: 'The page is visible: the device of each circuit that allows a trial is called once.',
          entry: 'plan',
          after: { untilNextCheck: { target: 'watching', reenter: true } },
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
              description: 'Waits for the next due trial or the recovery of the service.',
            },
            trying: { description: 'At least one trial is in progress.' },
          },
        },
        stopped: { description: 'The checks have failed: each circuit waits for a call by a person.' },
      },
    },
  },
})
