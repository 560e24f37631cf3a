import { describe, expect, test } from 'vitest'
import type { DeviceCalls } from '../../../src/machines/devices/calls/device-calls.ts'
import {
  CircuitOpenError,
  DeviceFailureError,
  DeviceRejectedError,
  DeviceTimeoutError,
  DeviceUnsentError,
} from '../../../src/machines/devices/calls/device-errors.ts'
import { deviceOperationMachine } from '../../../src/machines/devices/device-operation.machine.ts'
import type { DeviceOperation } from '../../../src/machines/devices/device-operation-protocol.ts'
import { Coverage } from '../../models/parts/coverage.ts'
import { nameOf, testCoverage } from '../../models/parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { portaria as target } from './device-world.ts'
import { portariaDevice as device } from './devices.ts'

const coverage = new Coverage(deviceOperationMachine)

function startOperation(operation: DeviceOperation = { kind: 'test', target }) {
  const standIns = new StandIns()
  const machine = deviceOperationMachine.provide({
    actors: { perform: standIns.callback('perform') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const input = { operation, userId: 'u1', calls: {} as DeviceCalls, key: 'chave' }
  const actor = runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
  return {
    ...actor,
    serviceSends: (event: Parameters<typeof actor.send>[0]) => standIns.sendBack('perform', event),
    state: () => nameOf(actor.snapshot().value),
    tags: () => [...actor.snapshot().tags],
    reports: () => actor.journal.filter((line) => line.startsWith('reports device')),
    notes: () =>
      actor.journal.flatMap((line) =>
        line.startsWith('reports operation.noted ') ? [JSON.parse(line.slice(24))] : [],
      ),
    ends: () =>
      actor.journal.flatMap((line) =>
        line.startsWith('reports operation.ended ') ? [JSON.parse(line.slice(24))] : [],
      ),
  }
}

const wait = { attempts: 1, of: 4, nextAttemptAt: epoch + 1_000 }
const trace = { wordCode: target.wordCode, attempts: 4, retryAt: null, isIsolated: false }

test('an operation starts immediately', () => {
  const { state, tags, standIns } = startOperation({ kind: 'restart', target, reason: '' })
  expect(state()).toBe('running.attempting')
  expect(tags()).toEqual(['busy'])
  expect(standIns.inputOf('perform')).toEqual({
    operation: { kind: 'restart', target, reason: '' },
    userId: 'u1',
    calls: {},
    key: 'chave',
  })
})

test('the audit notes contain the start and the outcome with their times, and the duration of each attempt (LIVE-11)', async () => {
  const operation = { kind: 'restart', target, reason: 'Leitor travado' } as const
  const { serviceSends, advance, notes } = startOperation(operation)
  await advance(700)
  serviceSends({ type: 'attempt.ends', durationMs: 499.6 })
  serviceSends({ type: 'attempt.ends', durationMs: 200 })
  serviceSends({ type: 'operation.ends' })
  expect(notes()).toEqual([
    { operation, key: 'chave', outcome: 'asked', error: null, durations: [], at: epoch },
    { operation, key: 'chave', outcome: 'succeeded', error: null, durations: [500, 200], at: epoch + 700 },
  ])
})

test.each(['cancelled', 'refused', 'rejected', 'failed'] as const)(
  'the audit notes contain the outcome %s',
  (outcome) => {
    const errors = {
      refused: new CircuitOpenError({ ...trace, attempts: 0 }),
      rejected: new DeviceRejectedError('não', trace, { status: 403, fields: {} }),
      failed: new DeviceTimeoutError('demorou', trace),
    }
    const { serviceSends, send, notes } = startOperation({ kind: 'restart', target, reason: '' })
    if (outcome === 'cancelled') send({ type: 'operation.cancel' })
    else serviceSends({ type: 'operation.fails', error: errors[outcome] })
    expect(notes().map((note) => note.outcome)).toEqual(['asked', outcome])
  },
)

describe('a running operation', () => {
  test('reports the time of the next attempt after a failure, and the start of that attempt', () => {
    const { serviceSends, state, snapshot } = startOperation()
    expect(snapshot().context).toMatchObject({ attempts: 1, of: 1, nextAttemptAt: null })
    serviceSends({ type: 'attempt.waits', ...wait })
    expect(state()).toBe('running.waiting')
    expect(snapshot().context).toMatchObject(wait)
    serviceSends({ type: 'attempt.begins', attempts: 2, of: 4 })
    expect(state()).toBe('running.attempting')
    expect(snapshot().context).toMatchObject({ attempts: 2, of: 4, nextAttemptAt: null })
  })

  test('stops immediately if it is cancelled, during a wait or an attempt', () => {
    for (const waits of [true, false]) {
      const { serviceSends, send, state, ends, standIns } = startOperation()
      if (waits) serviceSends({ type: 'attempt.waits', ...wait })
      send({ type: 'operation.cancel' })
      expect(state()).toBe('cancelled')
      expect(ends()).toMatchObject([{ outcome: 'cancelled', error: null }])
      expect(standIns.open).toEqual([])
    }
  })
})

describe('an ended operation', () => {
  test('reports the device as the service answered it', () => {
    const { serviceSends, state, tags, reports, ends } = startOperation()
    serviceSends({ type: 'operation.succeeds', device })
    expect(ends()).toEqual([{ operation: { kind: 'test', target }, outcome: 'succeeded', error: null }])
    expect(state()).toBe('succeeded')
    expect(tags()).toEqual([])
    expect(reports()).toEqual([`reports device.changed ${JSON.stringify({ device })}`])
  })

  test('reports no device if the service answered none', () => {
    const { serviceSends, state, reports } = startOperation({ kind: 'restart', target, reason: '' })
    serviceSends({ type: 'operation.ends' })
    expect(state()).toBe('succeeded')
    expect(reports()).toEqual([])
  })

  test.each([
    ['refused', new CircuitOpenError({ ...trace, attempts: 0, retryAt: epoch + 120_000 })],
    ['refused', new DeviceUnsentError('sem rede', { ...trace, attempts: 1 })],
    ['failed', new CircuitOpenError({ ...trace, attempts: 1, retryAt: epoch + 120_000 })],
    ['rejected', new DeviceRejectedError('não', trace, { status: 422, fields: { ip: 'inválido' } })],
    ['failed', new DeviceFailureError('código 503', trace, 503)],
    ['failed', new DeviceTimeoutError('demorou', trace)],
    ['failed', new Error('outro')],
  ])('is %s according to its error, and views can show the error', (state, error) => {
    const operation = startOperation()
    operation.serviceSends({ type: 'operation.fails', error })
    expect(operation.state()).toBe(state)
    expect(operation.tags()).toEqual(['error'])
    expect(operation.snapshot().context.error).toBe(error)
    expect(operation.ends()).toMatchObject([{ outcome: state }])
    operation.send({ type: 'operation.cancel' })
    expect(operation.state()).toBe(state)
  })

  test('that crashed is failed and logged', () => {
    const { standIns, state, tags, journal } = startOperation()
    standIns.crash('perform')
    expect(state()).toBe('failed')
    expect(tags()).toEqual(['error'])
    expect(journal).toContain('does logFailure "A operação no dispositivo falhou."')
  })
})

testCoverage(coverage)
