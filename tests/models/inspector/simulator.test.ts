import { expect, test } from 'vitest'
import type { DeviceFault, SimulatedDevice } from '../../../contract/wire/answers/devices/simulator.ts'
import { simulatorMachine } from '../../../src/machines/inspector/simulator.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type Order,
  orders,
  type SimulatorModelContext,
  type SimulatorModelEvent,
  simulatorModel,
} from './simulator.model.ts'

const coverage = new Coverage(simulatorMachine)

function startSimulator() {
  const standIns = new StandIns()
  const machine = simulatorMachine.provide({
    actors: { readDevice: standIns.promise('readDevice'), setFault: standIns.promise('setFault') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Simulator = ReturnType<typeof startSimulator>

const openCall = ({ standIns }: Simulator) => standIns.open[0] ?? ''

function deviceAt(wordCode: string, fault: DeviceFault): SimulatedDevice {
  return { wordCode, fault, received: [], acted: { restart: 0, activate: 0, deactivate: 0, remove: 0, open: 0 } }
}

function answer(simulator: Simulator, fault: DeviceFault): void {
  const { wordCode } = simulator.snapshot().context
  simulator.standIns.resolve(openCall(simulator), { kind: 'known', device: deviceAt(wordCode, fault) })
}

const openIn: Readonly<Record<string, string[]>> = { loading: ['readDevice'], setting: ['setFault'] }
const silence = 'Sem resposta do servidor.'

testPaths<SimulatorModelContext, SimulatorModelEvent, Simulator>('the simulator', {
  model: simulatorModel,
  events: [
    { type: 'person.names', wordCode: 'A-1' },
    { type: 'person.names', wordCode: ' b-2 ' },
    { type: 'person.names', wordCode: ' ' },
    ...(Object.keys(orders) as Order[]).map((order) => ({ type: 'person.orders', order }) as const),
    { type: 'person.edits' },
    { type: 'person.reloads' },
    { type: 'server.answers', fault: 'up' },
    { type: 'server.answers', fault: 'slow' },
    { type: 'server.knowsNoDevice' },
    { type: 'server.hasNoSimulator' },
    { type: 'server.fails', text: silence },
  ],
  possible: ({ type }, { value }) => !type.startsWith('server.') || /loading|setting/.test(nameOf(value)),
  key: ({ value, context: { wordCode, fault, failure } }) => `${nameOf(value)} ${wordCode} ${fault} ${failure}`,
  start: startSimulator,
  perform: {
    'person.names': ({ send }, { wordCode }) => send({ type: 'simulator.choose', wordCode }),
    'person.orders': ({ send }, { order }) => {
      const { fault, typed } = orders[order]
      send({ type: 'simulator.set', fault, slowMs: typed })
    },
    'person.edits': ({ send }) => send({ type: 'simulator.edited' }),
    'person.reloads': ({ send }) => send({ type: 'simulator.reload' }),
    'server.answers': (simulator, { fault }) => answer(simulator, fault),
    'server.knowsNoDevice': (simulator) => simulator.standIns.resolve(openCall(simulator), { kind: 'unknown' }),
    'server.hasNoSimulator': (simulator) => simulator.standIns.resolve(openCall(simulator), { kind: 'unavailable' }),
    'server.fails': (simulator, { text }) => simulator.standIns.reject(openCall(simulator), new Error(text)),
  },
  expected: ({ value, context: { wordCode, fault, failure, refusals } }) => {
    const state = nameOf(value).replace('there.', '')
    return {
      state,
      wordCode,
      device: fault === null ? null : deviceAt(wordCode, fault),
      failure,
      refusals,
      open: openIn[state] ?? [],
    }
  },
  actual: (simulator) => {
    const snapshot = simulator.snapshot()
    const { wordCode, device, failure, refusals } = snapshot.context
    return {
      state: nameOf(snapshot.value),
      wordCode,
      device,
      failure,
      refusals,
      open: simulator.standIns.open,
    }
  },
})

test('a thrown value that is not an Error is shown as text', async () => {
  const simulator = startSimulator()
  simulator.send({ type: 'simulator.choose', wordCode: 'A-1' })
  simulator.standIns.reject('readDevice', 'aborted')
  await simulator.settle()
  expect(simulator.snapshot().context.failure).toBe('aborted')
  simulator.stop()
})

testCoverage(coverage)
