import { dutyMachine } from '../../../src/machines/incidents/duty.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { ana, type DutyModelContext, type DutyModelEvent, dutyModel } from './duty.model.ts'

const coverage = new Coverage(dutyMachine)

function startDuty() {
  const standIns = new StandIns()
  const page = { isSeen: true }
  const machine = dutyMachine.provide({
    actors: { load: standIns.promise('load') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
    guards: { isSeen: () => page.isSeen },
  })
  return { page, ...runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect }) }
}

testPaths<DutyModelContext, DutyModelEvent, ReturnType<typeof startDuty>>('the people on duty (CALL-2)', {
  model: dutyModel,
  events: [
    { type: 'server.answers', onDuty: ana },
    { type: 'server.answers', onDuty: [] },
    { type: 'server.fails' },
    { type: 'socket.isRestored' },
    { type: 'minute.passes', isSeen: true },
    { type: 'minute.passes', isSeen: false },
    { type: 'seconds.pass', isSeen: true },
    { type: 'seconds.pass', isSeen: false },
  ],
  possible: ({ type }, { value }) => {
    if (type.startsWith('server.')) return value === 'loading'
    if (type === 'minute.passes') return value === 'known' || value === 'unknown'
    return type === 'socket.isRestored' || value === 'hidden'
  },
  key: ({ value, context: { onDuty } }) => JSON.stringify([value, onDuty]),
  start: startDuty,
  perform: {
    'server.answers': ({ standIns }, { onDuty }) => standIns.resolve('load', onDuty),
    'server.fails': ({ standIns }) => standIns.reject('load'),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'minute.passes': ({ page, advance }, { isSeen }) => {
      page.isSeen = isSeen
      return advance(60_000)
    },
    'seconds.pass': ({ page, advance }, { isSeen }) => {
      page.isSeen = isSeen
      return advance(5_000)
    },
  },
  expected: ({ value, context: { onDuty } }) => ({ state: nameOf(value), onDuty }),
  actual: ({ snapshot }) => ({ state: nameOf(snapshot().value), onDuty: snapshot().context.onDuty }),
})

testCoverage(coverage)
