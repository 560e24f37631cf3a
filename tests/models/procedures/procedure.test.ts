import { expect, test } from 'vitest'
import { procedureMachine } from '../../../contract/procedures/procedure.machine.ts'
import type { ProcedureStep } from '../../../contract/wire/answers/procedures.ts'
import { Coverage } from '../parts/coverage.ts'
import { entry } from '../parts/journal.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  isPending,
  type ProcedureModelContext,
  type ProcedureModelEvent,
  person,
  procedureModel,
  skipReason,
} from './procedure.model.ts'

const coverage = new Coverage(procedureMachine)
const stepOf = (text: string, isRequired: boolean): ProcedureStep => ({ text, role: 'manager', isRequired })

function startProcedure(isRequired = true) {
  const standIns = new StandIns()
  const machine = procedureMachine.provide({
    actions: {
      note: (_, { act, steps }) => {
        if (steps.length > 0) standIns.journal.push(entry('does', 'note', { act, steps }))
      },
    },
  })
  const input = { kind: 'device-down', steps: [stepOf('Ver a câmera', isRequired), stepOf('Ligar', false)] } as const
  return runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
}

type Walked = ReturnType<typeof startProcedure>

const events: ProcedureModelEvent[] = [
  ...[0, 1].flatMap((step): ProcedureModelEvent[] => [
    { type: 'person.does', step },
    { type: 'person.skips', step },
    { type: 'person.reopens', step },
    { type: 'person.calls', step, isAnswered: true },
    { type: 'person.calls', step, isAnswered: false },
  ]),
  { type: 'incident.grows' },
  { type: 'incident.isClosed', reason: '' },
  { type: 'incident.isClosed', reason: skipReason },
  { type: 'incident.ends' },
]

const act = { at: epoch, by: person }

testPaths<ProcedureModelContext, ProcedureModelEvent, Walked>('a procedure (PROC-2)', {
  model: procedureModel,
  events,
  possible: (event, { context: { steps } }) =>
    event.type !== 'person.calls' || (steps[event.step]?.calls.length ?? 2) < 2,
  key: ({ context: { kind, steps, isOver } }) => JSON.stringify([kind, steps, isOver]),
  status: ({ context: { kind, steps, isOver } }) => [kind, steps.map(({ state }) => state), isOver],
  start: () => startProcedure(),
  perform: {
    'person.does': ({ send }, { step }) => send({ type: 'step.done', ...act, step }),
    'person.skips': ({ send }, { step }) => send({ type: 'step.skipped', ...act, step, reason: skipReason }),
    'person.reopens': ({ send }, { step }) => send({ type: 'step.reopened', ...act, step }),
    'person.calls': ({ send }, { step, isAnswered }) =>
      send({ type: 'step.called', ...act, step, to: 'Bia', isAnswered }),
    'incident.grows': ({ send }) =>
      send({ type: 'incident.grew', at: epoch, kind: 'condominium-down', steps: [stepOf('Energia', true)] }),
    'incident.isClosed': ({ send }, { reason }) => send({ type: 'incident.closed', ...act, reason }),
    'incident.ends': ({ send }) => send({ type: 'incident.ended', at: epoch }),
  },
  tags: ({ context: { steps, isOver } }) => (isOver ? [] : ['running', ...(steps.some(isPending) ? ['pending'] : [])]),
  expected: ({ context: { kind, steps } }) => ({
    kind,
    steps: steps.map(({ calls, ...step }) => ({
      ...step,
      at: step.state === 'open' ? null : epoch,
      calls: calls.map((isAnswered) => ({ ...act, to: 'Bia', isAnswered })),
    })),
  }),
  actual: ({ snapshot }) => {
    const { kind, steps } = snapshot().context
    return { kind, steps: steps.map(({ text: _, role: _role, ...step }) => step) }
  },
})

test('a procedure keeps the texts and roles of its steps (PROC-2)', () => {
  const { snapshot, send } = startProcedure()
  send({ type: 'step.done', ...act, step: 0 })
  expect(snapshot().context.steps).toMatchObject([
    { text: 'Ver a câmera', role: 'manager' },
    { text: 'Ligar', role: 'manager' },
  ])
})

test('a procedure has an open required step after the incident grew, if the first procedure had none (PROC-2)', () => {
  const { snapshot, send } = startProcedure(false)
  expect(snapshot().hasTag('pending')).toBe(false)
  send({ type: 'incident.grew', at: epoch, kind: 'condominium-down', steps: [stepOf('Energia', true)] })
  expect(snapshot().hasTag('pending')).toBe(true)
})

test('a step keeps all its calls, in order (PROC-2)', () => {
  const { snapshot, send } = startProcedure()
  for (const isAnswered of [false, false, true]) send({ type: 'step.called', ...act, step: 0, to: 'Bia', isAnswered })
  expect(snapshot().context.steps[0]?.calls.map(({ isAnswered }) => isAnswered)).toEqual([false, false, true])
})

testCoverage(coverage)
