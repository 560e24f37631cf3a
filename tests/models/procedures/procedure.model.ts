import { assign, setup } from 'xstate'
import type { ProcedureKind } from '../../../contract/procedures/procedure-kinds.ts'
import { entry } from '../parts/journal.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface ModelStep {
  isRequired: boolean
  state: 'open' | 'done' | 'skipped' | 'unneeded'
  by: string | null
  reason: string
  /** Whether each call was answered. */
  calls: boolean[]
}

/** A procedure by the rules of PROC-2; the first step is required, the second is not. */
export interface ProcedureModelContext extends ModelContext {
  kind: ProcedureKind
  steps: ModelStep[]
  isOver: boolean
}

export type ProcedureModelEvent =
  | { type: 'person.does'; step: number }
  | { type: 'person.skips'; step: number }
  | { type: 'person.reopens'; step: number }
  | { type: 'person.calls'; step: number; isAnswered: boolean }
  | { type: 'incident.grows' }
  | { type: 'incident.isClosed'; reason: string }
  | { type: 'incident.ends' }

type Context = ProcedureModelContext

/** The person who takes all actions. */
export const person = 'ana'
export const skipReason = 'Sem câmera'

const begun = (isRequired: boolean): ModelStep => ({ isRequired, state: 'open', by: null, reason: '', calls: [] })
export const isPending = ({ isRequired, state }: ModelStep) => isRequired && state === 'open'

function after(context: Context, event: ProcedureModelEvent): Partial<Context> & { notes?: [string, number[]][] } {
  const { steps, isOver } = context
  if (isOver) return {}
  const changed = (at: number, change: Partial<ModelStep>) =>
    steps.map((step, position) => (position === at ? { ...step, ...change } : step))
  const open = (of: readonly ModelStep[]) => of.flatMap(({ state }, position) => (state === 'open' ? [position] : []))
  const over = (of: readonly ModelStep[], notes: [string, number[]][] = []) => ({
    isOver: true,
    steps: of.map((step) => (step.state === 'open' ? { ...step, state: 'unneeded' as const } : step)),
    notes: [...notes, ...(open(of).length > 0 ? [['steps-unneeded', open(of)] satisfies [string, number[]]] : [])],
  })
  if ('step' in event) {
    const { state, calls = [] } = steps[event.step] ?? {}
    if (event.type === 'person.reopens')
      return state === 'done' || state === 'skipped'
        ? {
            steps: changed(event.step, { state: 'open', by: null, reason: '' }),
            notes: [['step-reopened', [event.step]]],
          }
        : {}
    if (state !== 'open') return {}
    if (event.type === 'person.does')
      return { steps: changed(event.step, { state: 'done', by: person }), notes: [['step-done', [event.step]]] }
    if (event.type === 'person.skips')
      return {
        steps: changed(event.step, { state: 'skipped', by: person, reason: skipReason }),
        notes: [['step-skipped', [event.step]]],
      }
    const { isAnswered } = event
    return {
      steps: changed(event.step, {
        calls: [...calls, isAnswered],
        ...(isAnswered && { state: 'done' as const, by: person }),
      }),
      notes: [[isAnswered ? 'call-answered' : 'call-unanswered', [event.step]]],
    }
  }
  switch (event.type) {
    case 'incident.grows':
      return steps.every(({ state, calls }) => state === 'open' && calls.length === 0)
        ? { kind: 'condominium-down', steps: [begun(true)] }
        : {}
    case 'incident.ends':
      return over(steps)
    case 'incident.isClosed': {
      const { reason } = event
      const pending = steps.flatMap((step, position) => (isPending(step) ? [position] : []))
      if (pending.length === 0) return over(steps)
      if (reason === '') return {}
      const skipped = steps.map((step) =>
        isPending(step) ? { ...step, state: 'skipped' as const, by: person, reason } : step,
      )
      return over(skipped, [['step-skipped', pending]])
    }
  }
}

/** A required step is done, or skipped with a reason, before a person closes the incident (PROC-2). */
export const procedureModel = setup({
  types: {} as { context: Context; events: ProcedureModelEvent },
}).createMachine({
  id: 'procedure model',
  context: { now: 0, did: [], kind: 'device-down', steps: [begun(true), begun(false)], isOver: false },
  on: {
    '*': {
      actions: assign(({ context, event }) => {
        const { notes = [], ...change } = after(context, event)
        return {
          ...change,
          did: [...context.did, ...notes.map(([act, steps]) => entry('does', 'note', { act, steps }))],
        }
      }),
    },
  },
})
