import { describe, expect, test } from 'vitest'
import type { AnyActorRef } from 'xstate'
import { fromCallback } from 'xstate'
import { breakerMachine } from '../../src/machines/breaker.machine.ts'
import type { DeviceCalls } from '../../src/machines/device-calls.ts'
import { deviceDeleteMachine } from '../../src/machines/device-delete.machine.ts'
import { type DeviceOperation, deviceOperationMachine } from '../../src/machines/device-operation.machine.ts'
import { type DevicesEvent, devicesMachine, resetKey } from '../../src/machines/devices.machine.ts'
import { retryMachine } from '../../src/machines/retry.machine.ts'
import { Coverage } from '../models/coverage.ts'
import { testCoverage } from '../models/path-runner.ts'
import { epoch, runUnderRecorder } from '../models/production-actor.ts'
import { StandIns } from '../models/stand-ins.ts'
import { deviceAnswers } from './device-answers.ts'
import { portaria as target } from './device-world.ts'
import { portariaDevice } from './devices.ts'

const coverage = new Coverage(devicesMachine)
const { wordCode } = target

function startDevices() {
  const standIns = new StandIns()
  const logFailure = standIns.effect('logFailure', (_, { message }: { message: string }) => message)
  const breaker = breakerMachine.provide({ actions: { remember: () => {}, forget: () => {} } })
  const machine = devicesMachine.provide({
    actors: {
      circuits: fromCallback<DevicesEvent, { calls: DeviceCalls }>(({ input: { calls }, receive }) => {
        receive(() => {
          throw new Error('crash of circuits')
        })
        return calls.open({ breaker, retry: retryMachine, stored: [], random: () => 0, isOnline: () => true })
      }),
      operation: deviceOperationMachine.provide({
        actors: { perform: standIns.callback('perform', ({ operation }) => operation) },
        actions: { logFailure },
      }),
      deletion: deviceDeleteMachine.provide({
        actors: {
          deleteFromDevice: standIns.promise('deleteFromDevice'),
          deleteFromPool: standIns.promise('deleteFromPool'),
          deleteFromDatabase: standIns.promise('deleteFromDatabase'),
        },
        actions: { logFailure },
      }),
    },
    actions: { logFailure },
  })
  const devices = runUnderRecorder(coverage.watch(machine), {
    standIns,
    input: { userId: 'u1' },
    inspect: coverage.inspect,
  })
  const { calls } = devices.snapshot().context
  const answer = async (name: 'success' | 'timeout') => {
    const policy = { attempts: 1, baseMs: 0, maxMs: 0, factor: 1, jitterMs: 0 }
    await calls.call(target, async () => deviceAnswers[name], { policy }).catch(() => {})
  }
  return {
    ...devices,
    calls,
    answer,
    fail: async (times: number) => {
      for (let time = 0; time < times; time++) await answer('timeout')
    },
    operate: (operation: DeviceOperation = { kind: 'test', target }) =>
      devices.send({ type: 'device.operate', operation }),
    stateOf: (ref: AnyActorRef | undefined) => ref?.getSnapshot().value,
    operation: (key = wordCode) => devices.snapshot().context.operations[key],
    deletion: () => devices.snapshot().context.deletions[wordCode],
    children: () => Object.keys(devices.snapshot().children),
    audited: () =>
      devices.journal
        .filter((line) => line.startsWith('reports audit.noted '))
        .map((line) => JSON.parse(line.slice('reports audit.noted '.length)).entry),
  }
}

describe('circuits', () => {
  test('exist while somebody watches', () => {
    const { send, calls } = startDevices()
    send({ type: 'device.watch', target })
    expect(calls.circuits.get(wordCode)?.getSnapshot().value).toBe('CLOSED')
    send({ type: 'device.unwatch', wordCode })
    expect(calls.circuits.get(wordCode)).toBeUndefined()
  })

  test('that change are one change for views, 100 ms later', async () => {
    const { fail, snapshot, advance } = startDevices()
    await fail(5)
    expect(snapshot().value).toBe('changing')
    await advance(99)
    expect(snapshot().context.revision).toBe(0)
    await advance(1)
    expect(snapshot().value).toBe('settled')
    expect(snapshot().context.revision).toBe(1)
    await fail(1)
    await advance(400)
    expect(snapshot().context.revision).toBe(2)
  })

  test('report every move, and the refusals of the period before it once', async () => {
    const { fail, answer, advance, audited } = startDevices()
    await fail(8)
    await advance(120_000)
    await answer('success')
    const at = new Date(epoch + 120_000).toISOString()
    expect(audited()).toEqual([
      {
        ...{ at: new Date(epoch).toISOString(), ...target, kind: 'transition', from: 'CLOSED', to: 'OPEN' },
        ...{ cause: 'threshold', failureCount: 5, lastError: 'timeout', retryAt: at },
      },
      { at, ...target, kind: 'refusals', from: 'OPEN', cause: 'elapsed', refused: 3 },
      {
        ...{ at, ...target, kind: 'transition', from: 'OPEN', to: 'HALF_OPEN' },
        ...{ cause: 'elapsed', failureCount: 5, lastError: 'timeout' },
      },
      {
        ...{ at, ...target, kind: 'transition', from: 'HALF_OPEN', to: 'CLOSED' },
        ...{ cause: 'trial-succeeded', failureCount: 5, lastError: 'timeout' },
      },
    ])
  })

  test('hear of refusals before the page goes', async () => {
    const { fail, send, calls } = startDevices()
    await fail(7)
    send({ type: 'page.hidden' })
    expect(calls.circuits.get(wordCode)?.getSnapshot().context.refused).toBe(2)
  })

  test('that cannot be opened are logged', async () => {
    const { snapshot, journal, settle } = startDevices()
    const [circuits] = Object.values(snapshot().children)
    circuits?.send({ type: 'crash' } as never)
    await settle()
    expect(journal).toContain('does logFailure "Circuitos dos dispositivos não abertos."')
  })
})

describe('a manual reset', () => {
  const reset = { type: 'device.reset', target, reason: 'Cabo trocado' } as const

  test('closes the circuit at once, is recorded with its reason, and asks the server', async () => {
    const { fail, send, calls, audited, standIns } = startDevices()
    await fail(5)
    send(reset)
    expect(calls.circuits.get(wordCode)).toBeUndefined()
    expect(audited().at(-1)).toMatchObject({
      ...{ kind: 'reset', from: 'OPEN', to: 'CLOSED', cause: 'manual', reason: 'Cabo trocado', failureCount: 5 },
    })
    expect(standIns.inputOf('perform')).toMatchObject({ operation: { kind: 'reset', target, reason: 'Cabo trocado' } })
  })

  test('stands though the server does not follow, and says so', async () => {
    const { fail, send, calls, standIns, operation, stateOf } = startDevices()
    await fail(5)
    send(reset)
    standIns.sendBack('perform', { type: 'operation.fails', error: new Error('503') } as never)
    expect(stateOf(operation(resetKey(wordCode)))).toBe('failed')
    expect(calls.circuits.get(wordCode)).toBeUndefined()
  })

  test('waits for nothing else that is done with the device', () => {
    const { send, operate, standIns } = startDevices()
    operate()
    send(reset)
    expect(standIns.open).toEqual(['perform', 'perform'])
  })

  test('made again takes the place of the one before', () => {
    const { send, standIns, children } = startDevices()
    send(reset)
    send({ ...reset, reason: 'De novo' })
    expect(standIns.open).toEqual(['perform'])
    expect(standIns.inputOf('perform')).toMatchObject({ operation: { reason: 'De novo' } })
    expect(children().filter((id) => id.startsWith('operation:'))).toHaveLength(1)
  })
})

describe('an operation', () => {
  test('is not begun twice while it is under way', () => {
    const { operate, operation } = startDevices()
    operate()
    const first = operation()
    operate({ kind: 'restart', target })
    expect(operation()).toBe(first)
  })

  test('takes the place of one that has ended, and hands on what it found', () => {
    const { operate, operation, standIns, children, journal } = startDevices()
    operate()
    standIns.sendBack('perform', { type: 'operation.succeeds', device: portariaDevice } as never)
    expect(journal).toContain(`reports device.changed ${JSON.stringify({ device: portariaDevice })}`)
    const first = operation()
    operate({ kind: 'restart', target })
    expect(operation()).not.toBe(first)
    expect(children().filter((id) => id.startsWith('operation:'))).toHaveLength(1)
  })

  test('is forgotten once its end was read, but not before it has ended', () => {
    const { operate, operation, send, standIns, children } = startDevices()
    operate()
    send({ type: 'device.dismiss', wordCode })
    expect(operation()).toBeDefined()
    standIns.sendBack('perform', { type: 'operation.ends' })
    send({ type: 'device.dismiss', wordCode })
    expect(operation()).toBeUndefined()
    expect(children()).toHaveLength(1)
  })
})

describe('a deletion', () => {
  test('is not begun twice while it is under way', () => {
    const { send, deletion } = startDevices()
    send({ type: 'device.delete', target })
    const first = deletion()
    send({ type: 'device.delete', target })
    expect(deletion()).toBe(first)
  })

  test('hands its steps to the audit, and then the circuit is gone with the device', async () => {
    const { fail, send, standIns, settle, audited, calls, journal } = startDevices()
    await fail(5)
    send({ type: 'device.delete', target })
    standIns.resolve('deleteFromDevice', { kind: 'answered', data: undefined })
    await settle()
    expect(audited().slice(1)).toMatchObject([
      { kind: 'delete-step', reason: 'device 1/2' },
      { kind: 'transition', from: 'OPEN', to: 'CLOSED', cause: 'delete' },
    ])
    expect(journal).toContain(`reports device.deleted ${JSON.stringify({ wordCode, way: 'device' })}`)
    expect(calls.circuits.get(wordCode)).toBeUndefined()
  })

  test('may be begun again once it has failed, or be forgotten', async () => {
    const { send, standIns, settle, deletion, stateOf, children } = startDevices()
    const refuse = async () => {
      send({ type: 'device.delete', target })
      standIns.resolve('deleteFromDevice', deviceAnswers['status 403'])
      await settle()
    }
    await refuse()
    const first = deletion()
    await refuse()
    expect(deletion()).not.toBe(first)
    expect(stateOf(deletion())).toBe('refused')
    send({ type: 'device.dismiss', wordCode })
    expect(deletion()).toBeUndefined()
    expect(children()).toHaveLength(1)
  })
})

test('ends with all that is under way', async () => {
  const devices = startDevices()
  await devices.fail(5)
  devices.operate()
  devices.send({ type: 'device.delete', target })
  devices.stop()
  expect(devices.standIns.open).toEqual([])
  expect(() => devices.calls.circuits).toThrow('not provided: devices.circuits')
})

testCoverage(coverage)
