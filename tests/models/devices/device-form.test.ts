import {
  CircuitOpenError,
  DeviceFailureError,
  DeviceRejectedError,
} from '../../../src/machines/devices/calls/device-errors.ts'
import { type DeviceFormProblems, deviceFormMachine } from '../../../src/machines/devices/device-form.machine.ts'
import type { DeviceOperation, OperationEnd } from '../../../src/machines/devices/device-operation-protocol.ts'
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
  record,
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
  stale: new DeviceRejectedError('Mudou.', trace, { status: 412, fields: {}, current: record }),
  wrong: new DeviceRejectedError('Dados inválidos.', trace, { status: 422, fields: ends.wrong.held }),
}

function startForm() {
  const standIns = new StandIns()
  const machine = deviceFormMachine.provide({
    actions: {
      showDevice: standIns.effect('showDevice', (_, { wordCode }) => wordCode),
      followLink: standIns.effect('followLink', (_, { destination }) => destination),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

function ended(end: End, of: DeviceOperation = operation): OperationEnd {
  return { type: 'operation.ended', operation: of, outcome: ends[end].outcome, error: errors[end] }
}

/** The tests of the rules check the texts. */
function inWords(problems: DeviceFormProblems): Record<string, string> {
  const told = Object.values(ends).flatMap(({ held }) => Object.values<string>(held))
  return Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [field, told.includes(text) ? text : 'rule']),
  )
}

/** The fields are not editable while the question is open, and the question does not open during or after saving. */
const conflict = ['person.keepsMine', 'person.takesTheirs', 'person.goesOn']
const typing = ['person.types', 'person.saves', ...conflict]

const types = { type: 'person.types', field: 'name', isChanged: true } as const
const saves = { type: 'person.saves', entry: 'right' } as const

testPaths<DeviceFormModelContext, DeviceFormModelEvent, ReturnType<typeof startForm>>('the form of a device', {
  model: deviceFormModel,
  events: [
    ...(Object.keys(entries) as Entry[]).map((entry) => ({ type: 'person.saves', entry }) as const),
    ...(['name', 'wordCode', 'ip', 'port'] satisfies Field[]).map(
      (field) => ({ type: 'person.types', field, isChanged: true }) as const,
    ),
    { type: 'person.types', field: 'name', isChanged: false },
    { type: 'link.leavesPage' },
    { type: 'person.stays' },
    { type: 'person.leaves' },
    { type: 'person.keepsMine' },
    { type: 'person.takesTheirs' },
    { type: 'person.goesOn' },
    { type: 'saving.isBarred' },
    ...(Object.keys(ends) as End[]).map((end) => ({ type: 'saving.ends', end }) as const),
    ...(Object.keys(others) as Other[]).map((other) => ({ type: 'otherOperation.ends', other }) as const),
  ],
  possible: ({ type }, { value, context: { isAsked } }) => {
    if (value === 'conflict' && ['person.types', 'person.saves'].includes(type)) return false
    if (value !== 'conflict' && conflict.includes(type)) return false
    if (type === 'person.types' && (value === 'saving' || value === 'saved')) return false
    return (!type.startsWith('saving.') || value === 'saving') && !(isAsked && typing.includes(type))
  },
  key: ({ value, context: { problems, failure, isUnsaved, isAsked } }) =>
    `${nameOf(value)} ${JSON.stringify(problems)} ${failure} ${isUnsaved} ${isAsked}`,
  extraPaths: {
    'changes that are kept after a conflict are saved': [
      types,
      saves,
      { type: 'saving.ends', end: 'stale' },
      { type: 'person.keepsMine' },
      { type: 'saving.ends', end: 'succeeded' },
    ],
    'values whose operation is barred are unsaved again': [types, saves, { type: 'saving.isBarred' }],
    'values whose operation fails are unsaved again': [
      types,
      saves,
      { type: 'otherOperation.ends', other: 'otherDevice' },
      { type: 'saving.ends', end: 'failed' },
      { type: 'link.leavesPage' },
    ],
  },
  start: startForm,
  perform: {
    'person.saves': ({ send }, { entry }) => send({ type: 'form.save', entered: entries[entry].entered, operation }),
    'person.types': ({ send }, { field, isChanged }) => send({ type: 'form.edited', field, isChanged }),
    'link.leavesPage': ({ send }) => send({ type: 'form.leave', to: '/devices' }),
    'person.stays': ({ send }) => send({ type: 'leave.stay' }),
    'person.leaves': ({ send }) => send({ type: 'leave.confirm' }),
    'person.keepsMine': ({ send }) => send({ type: 'conflict.keepMine' }),
    'person.takesTheirs': ({ send }) => send({ type: 'conflict.takeTheirs' }),
    'person.goesOn': ({ send }) => send({ type: 'conflict.goOn' }),
    'saving.isBarred': ({ send }) => send({ type: 'operation.barred' }),
    'saving.ends': ({ send, snapshot }, { end }) => send(ended(end, snapshot().context.operation ?? operation)),
    'otherOperation.ends': ({ send }, { other }) =>
      send({ type: 'operation.ended', operation: others[other], outcome: 'succeeded', error: null }),
  },
  tags: ({ tags, value, context: { isUnsaved, isAsked } }) => [
    ...tags,
    ...(isUnsaved && value !== 'saving' ? ['changed'] : []),
    ...(isAsked ? ['asking'] : []),
  ],
  expected: ({ value, context: { problems, refusals, failure } }) => ({
    state: nameOf(value),
    problems,
    refusals,
    failure: failure === null ? null : ended(failure),
  }),
  actual: ({ snapshot }) => ({
    state: nameOf(snapshot().value.record),
    problems: inWords(snapshot().context.problems),
    refusals: snapshot().context.refusals,
    failure: snapshot().context.failure,
  }),
})

testCoverage(coverage)
