import type { AlarmLoad } from '../../../contract/wire/answers/alarm-load.ts'
import { alarmLoadMachine } from '../../../src/machines/alarm-load/alarm-load.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type AlarmLoadModelContext, type AlarmLoadModelEvent, alarmLoadModel } from './alarm-load.model.ts'

const coverage = new Coverage(alarmLoadMachine)

function startLoad() {
  const standIns = new StandIns()
  const machine = alarmLoadMachine.provide({
    actors: { load: standIns.promise('load') },
    actions: {
      save: standIns.effect('save', (_, { load, what }) => [what, load.whole.alarms]),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

function loadOf(alarms: number): AlarmLoad {
  const whole = {
    from: '2026-03-01T09:00:00.000Z',
    to: '2026-03-02T09:00:00.000Z',
    alarms,
    worst: null,
    longest: null,
    medianMs: null,
  }
  return { whole, shifts: [], devices: [] }
}

testPaths<AlarmLoadModelContext, AlarmLoadModelEvent, ReturnType<typeof startLoad>>('the load of alarms (INC-9)', {
  model: alarmLoadModel,
  events: [
    { type: 'person.opensPage', days: 1 },
    { type: 'person.opensPage', days: 7 },
    { type: 'person.triesAgain' },
    { type: 'person.exports', what: 'shifts' },
    { type: 'person.exports', what: 'devices' },
    { type: 'server.counts', alarms: 3 },
    { type: 'server.fails' },
    { type: 'server.recovers' },
  ],
  possible: ({ type }, { value }) => (type === 'server.counts' || type === 'server.fails' ? value === 'loading' : true),
  key: ({ value, context: { days, shown } }) => JSON.stringify([value, days, shown]),
  start: startLoad,
  perform: {
    'person.opensPage': (load, { days }) => load.send({ type: 'load.choose', days }),
    'person.triesAgain': (load) => load.send({ type: 'load.reload' }),
    'person.exports': (load, { what }) => load.send({ type: 'load.export', what }),
    'server.counts': ({ standIns }, { alarms }) => standIns.resolve('load', loadOf(alarms)),
    'server.fails': ({ standIns }) => standIns.reject('load'),
    'server.recovers': (load) => load.send({ type: 'server.restored' }),
  },
  expected: ({ value, context: { days, shown } }) => ({ value, days, shown }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    return { value, days: context.days, shown: context.load?.whole.alarms ?? null }
  },
})

testCoverage(coverage)
