import {
  CircuitOpenError,
  DeviceFailureError,
  DeviceRejectedError,
} from '../../../src/machines/devices/device-errors.ts'
import { type DeviceFormProblems, deviceFormMachine } from '../../../src/machines/devices/device-form.machine.ts'
import type { OperationEnd } from '../../../src/machines/devices/device-operation-protocol.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type DeviceFormModelContext,
  type DeviceFormModelEvent,
  deviceFormModel,
  type End,
  type Entry,
  ends,
  entries,
  type Field,
  type Other,
  operation,
  others,
} from './device-form.model.ts'

const coverage = new Coverage(deviceFormMachine)
const trace = { wordCode: 'AV-01', attempts: 1, retryAt: null, isIsolated: false }

const errors: Record<End, Error | null> = {
  succeeded: null,
  cancelled: null,
  refused: new CircuitOpenError(trace),
  failed: new DeviceFailureError('código 503', trace, 503),
  forbidden: new DeviceRejectedError('Sem permissão.', trace, {
    status: 403,
    fields: { active: 'Não é um campo daqui.' },
  }),
  taken: new DeviceRejectedError(ends.taken.held.wordCode, trace, { status: 409, fields: {} }),
  wrong: new DeviceRejectedError('Dados inválidos.', trace, { status: 422, fields: ends.wrong.held }),
}

function startForm() {
  const standIns = new StandIns()
  const machine = deviceFormMachine.provide({
    actions: { showDevice: standIns.effect('showDevice', (_, { wordCode }) => wordCode) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

function ended(end: End): OperationEnd {
  return { type: 'operation.ended', operation, outcome: ends[end].outcome, error: errors[end] }
}

/** The words of a rule are the rule's own to test. */
function inWords(problems: DeviceFormProblems): Record<string, string> {
  const told = Object.values(ends).flatMap(({ held }) => Object.values<string>(held))
  return Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [field, told.includes(text) ? text : 'rule']),
  )
}

const tagOf: Record<string, string> = {
  saving: 'busy',
  'editing.refused': 'marked',
  'editing.barred': 'barred',
}

testPaths<DeviceFormModelContext, DeviceFormModelEvent, ReturnType<typeof startForm>>('the form of a device', {
  model: deviceFormModel,
  events: [
    ...(Object.keys(entries) as Entry[]).map((entry) => ({ type: 'person.saves', entry }) as const),
    ...(['name', 'wordCode', 'ip', 'port'] satisfies Field[]).map(
      (field) => ({ type: 'person.types', field }) as const,
    ),
    { type: 'saving.isBarred' },
    ...(Object.keys(ends) as End[]).map((end) => ({ type: 'saving.ends', end }) as const),
    ...(Object.keys(others) as Other[]).map((other) => ({ type: 'other.ends', other }) as const),
  ],
  possible: ({ type }, { value }) => !type.startsWith('saving.') || value === 'saving',
  key: ({ value, context }) => `${nameOf(value)} ${JSON.stringify(context.problems)} ${context.failure}`,
  start: startForm,
  perform: {
    'person.saves': ({ send }, { entry }) => send({ type: 'form.save', entered: entries[entry].entered, operation }),
    'person.types': ({ send }, { field }) => send({ type: 'form.edited', field }),
    'saving.isBarred': ({ send }) => send({ type: 'operation.barred' }),
    'saving.ends': ({ send }, { end }) => send(ended(end)),
    'other.ends': ({ send }, { other }) =>
      send({ type: 'operation.ended', operation: others[other], outcome: 'succeeded', error: null }),
  },
  expected: ({ value, context: { problems, refusals, failure } }) => ({
    state: nameOf(value),
    tags: [tagOf[nameOf(value)] ?? []].flat(),
    problems,
    refusals,
    failure: failure === null ? null : ended(failure),
  }),
  actual: ({ snapshot }) => ({
    state: nameOf(snapshot().value),
    tags: [...snapshot().tags],
    problems: inWords(snapshot().context.problems),
    refusals: snapshot().context.refusals,
    failure: snapshot().context.failure,
  }),
})

testCoverage(coverage)
