import { assign, not, setup } from 'xstate'
import type { IncidentAct } from '../wire/answers/incident-story.ts'
import type { ProcedureCall, ProcedureStep, RunStep } from '../wire/answers/procedures.ts'
import type { ProcedureKind } from './procedure-kinds.ts'

/** A step with the id of the acting person. */
export type MovedStep = Omit<RunStep, 'by' | 'at' | 'calls'> & {
  by: string | null
  at: number | null
  calls: readonly (Omit<ProcedureCall, 'by' | 'at'> & { by: string; at: number })[]
}

export interface ProcedureContext {
  kind: ProcedureKind
  /** The steps as they were when the procedure began; times in milliseconds since the epoch. */
  steps: readonly MovedStep[]
}

type StepAct = { at: number; by: string; step: number }

/** `step` is the position of the step. */
export type ProcedureEvent =
  | ({ type: 'step.done' } & StepAct)
  | ({ type: 'step.skipped'; reason: string } & StepAct)
  | ({ type: 'step.reopened' } & StepAct)
  /** `to`: the called person with the telephone number. */
  | ({ type: 'step.called'; to: string; isAnswered: boolean } & StepAct)
  /** The incident grew, so that another procedure fits. */
  | { type: 'incident.grew'; at: number; kind: ProcedureKind; steps: readonly ProcedureStep[] }
  /** A person closes the incident. `reason`: why required steps are still open, or ''. */
  | { type: 'incident.closed'; at: number; by: string; reason: string }
  /** The incident ended without an action of a person. */
  | { type: 'incident.ended'; at: number }

const note = (act: IncidentAct) => ({
  type: 'note' as const,
  params: ({ event }: { event: StepAct }) => ({ act, steps: [event.step] }),
})
const acted = ({ event }: { event: StepAct }) => event
const skipped = ({ event }: { event: StepAct & { reason: string } }) => ({ ...event, state: 'skipped' as const })
const done = ({ event }: { event: StepAct }) => ({ ...event, state: 'done' as const, reason: '' })
/** Ends the open steps, which the end of the incident makes unnecessary. */
const ended = [
  {
    type: 'note' as const,
    params: ({ context }: { context: ProcedureContext }) => ({
      act: 'steps-unneeded' as const,
      steps: positions(context, isOpen),
    }),
  },
  'endOpen' as const,
] as const

/**
 * The work on a procedure during an incident (PROC-2). The server applies XState's pure transition to the stored
 * snapshot and executes the effect `note`. A reopened incident gets a new run.
 */
export const procedureMachine = setup({
  types: {} as {
    context: ProcedureContext
    events: ProcedureEvent
    input: { kind: ProcedureKind; steps: readonly ProcedureStep[] }
    tags: 'running' | 'pending'
  },
  actions: {
    /** Adds an entry to the history of the incident for the steps, if there are any. */
    note: (_, _params: { act: IncidentAct; steps: readonly number[] }) => {},
    settle: assign(({ context }, { step, state, by, at, reason }: StepAct & Pick<MovedStep, 'state' | 'reason'>) => ({
      steps: withStep(context, step, { state, by, at, reason }),
    })),
    reopen: assign(({ context }, { step }: StepAct) => ({
      steps: withStep(context, step, { state: 'open', by: null, at: null, reason: '' }),
    })),
    addCall: assign(({ context }, { step, by, at, to, isAnswered }: StepAct & { to: string; isAnswered: boolean }) => ({
      steps: withStep(context, step, {
        calls: [...(context.steps[step]?.calls ?? []), { by, at, to, isAnswered }],
      }),
    })),
    replace: assign((_, { kind, steps }: { kind: ProcedureKind; steps: readonly ProcedureStep[] }) => ({
      kind,
      steps: begunSteps(steps),
    })),
    skipRequired: assign(({ context }, { by, at, reason }: { by: string; at: number; reason: string }) => ({
      steps: context.steps.map((step) =>
        isPending(step) ? { ...step, state: 'skipped' as const, by, at, reason } : step,
      ),
    })),
    endOpen: assign(({ context, event: { at } }) => ({
      steps: context.steps.map((step) => (isOpen(step) ? { ...step, state: 'unneeded' as const, at } : step)),
    })),
  },
  guards: {
    isPending: ({ context }) => context.steps.some(isPending),
    isOpen: ({ context }, { step }: StepAct) => context.steps[step]?.state === 'open',
    isSettled: ({ context }, { step }: StepAct) => ['done', 'skipped'].includes(context.steps[step]?.state ?? ''),
    isAnsweredOpen: ({ context }, { step, isAnswered }: StepAct & { isAnswered: boolean }) =>
      isAnswered && context.steps[step]?.state === 'open',
    hasReason: (_, { reason }: { reason: string }) => reason !== '',
    /** No person has worked on a step. */
    isUntouched: ({ context }) => context.steps.every((step) => isOpen(step) && step.calls.length === 0),
  },
}).createMachine({
  id: 'procedure',
  meta: { requirements: ['PROC-2'] },
  context: ({ input: { kind, steps } }) => ({ kind, steps: begunSteps(steps) }),
  initial: 'running',
  states: {
    running: {
      tags: 'running',
      initial: 'pending',
      on: {
        'step.done': {
          guard: { type: 'isOpen', params: acted },
          actions: [{ type: 'settle', params: done }, note('step-done')],
        },
        'step.skipped': {
          guard: { type: 'isOpen', params: acted },
          actions: [{ type: 'settle', params: skipped }, note('step-skipped')],
        },
        'step.reopened': {
          guard: { type: 'isSettled', params: acted },
          target: '.pending',
          actions: [{ type: 'reopen', params: acted }, note('step-reopened')],
        },
        'step.called': [
          {
            description: 'An answered call completes the step; after an unanswered call the person may try again.',
            guard: { type: 'isAnsweredOpen', params: ({ event }) => event },
            actions: [
              { type: 'addCall', params: ({ event }) => event },
              { type: 'settle', params: done },
              note('call-answered'),
            ],
          },
          {
            guard: { type: 'isOpen', params: acted },
            actions: [{ type: 'addCall', params: ({ event }) => event }, note('call-unanswered')],
          },
        ],
        'incident.grew': {
          description: 'The steps of a procedure on which a person has worked stay.',
          guard: 'isUntouched',
          target: '.pending',
          actions: { type: 'replace', params: ({ event }) => event },
        },
        'incident.ended': { target: 'over', actions: ended },
      },
      states: {
        pending: {
          description: 'A required step is open: the person who closes the incident gives the reason.',
          tags: 'pending',
          always: { guard: not('isPending'), target: 'ready' },
          on: {
            'incident.closed': {
              guard: { type: 'hasReason', params: ({ event }) => event },
              target: '#procedure.over',
              actions: [
                {
                  type: 'note',
                  params: ({ context }) => ({ act: 'step-skipped', steps: positions(context, isPending) }),
                },
                { type: 'skipRequired', params: ({ event }) => event },
                ...ended,
              ],
            },
          },
        },
        ready: {
          description: 'Every required step is done or skipped.',
          on: { 'incident.closed': { target: '#procedure.over', actions: ended } },
        },
      },
    },
    over: { description: 'The incident is over: the steps stay as they were.' },
  },
})

function begunSteps(steps: readonly ProcedureStep[]): MovedStep[] {
  return steps.map((step) => ({ ...step, state: 'open', by: null, at: null, reason: '', calls: [] }))
}

function withStep({ steps }: ProcedureContext, at: number, change: Partial<MovedStep>): MovedStep[] {
  return steps.map((step, position) => (position === at ? { ...step, ...change } : step))
}

function positions({ steps }: ProcedureContext, isMeant: (step: MovedStep) => boolean): number[] {
  return steps.flatMap((step, position) => (isMeant(step) ? [position] : []))
}

function isOpen({ state }: Pick<MovedStep, 'state'>): boolean {
  return state === 'open'
}

/** A required step is open. */
export function isPending(step: Pick<MovedStep, 'isRequired' | 'state'>): boolean {
  return step.isRequired && isOpen(step)
}
