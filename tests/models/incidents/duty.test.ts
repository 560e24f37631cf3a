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
    { type: 'page.isShown' },
    { type: 'page.isHidden' },
    { type: 'time.passes' },
  ],
  possible: ({ type }, { value }) => {
    if (type.startsWith('server.')) return value === 'loading'
    return type !== 'time.passes' || value !== 'loading'
  },
  key: ({ value, context: { onDuty, isSeen } }) => JSON.stringify([value, onDuty, isSeen]),
  extraPaths: {
    'a page that was hidden for a long time is shown': [
      { type: 'server.fails' },
      { type: 'page.isHidden' },
      ...Array.from({ length: 4 }, () => ({ type: 'time.passes' }) as const),
      { type: 'page.isShown' },
      { type: 'time.passes' },
    ],
  },
  start: startDuty,
  perform: {
    'server.answers': ({ standIns }, { onDuty }) => standIns.resolve('load', onDuty),
    'server.fails': ({ standIns }) => standIns.reject('load'),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'page.isShown': ({ page }) => {
      page.isSeen = true
    },
    'page.isHidden': ({ page }) => {
      page.isSeen = false
    },
  },
  expected: ({ value, context: { onDuty } }) => ({ state: nameOf(value), onDuty }),
  actual: ({ snapshot }) => ({ state: nameOf(snapshot().value), onDuty: snapshot().context.onDuty }),
})

testCoverage(coverage)
