import { visitsMachine } from '../../../src/machines/condominiums/visits.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { kept, type VisitsModelContext, type VisitsModelEvent, visitsModel } from './visits.model.ts'

const coverage = new Coverage(visitsMachine)

function startVisits() {
  const standIns = new StandIns()
  const machine = visitsMachine.provide({
    actors: { readVisits: standIns.promise('readVisits') },
    actions: {
      storeVisits: standIns.effect('storeVisits', ({ context }) => context.visits.map(({ id }) => id)),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { userId: 'u1' }, inspect: coverage.inspect })
}

testPaths<VisitsModelContext, VisitsModelEvent, ReturnType<typeof startVisits>>('the visits (PAGE-6)', {
  model: visitsModel,
  events: [
    { type: 'person.visits', id: 'c2' },
    { type: 'person.visits', id: 'c10' },
    { type: 'storage.answers' },
    { type: 'storage.isUnreadable' },
  ],
  possible: ({ type }, { value }) => !type.startsWith('storage.') || value === 'reading',
  key: ({ value, context: { ids } }) => `${nameOf(value)} ${ids}`,
  start: startVisits,
  perform: {
    'person.visits': ({ send }, { id }) => send({ type: 'place.visited', kind: 'condominium', id }),
    'storage.answers': ({ standIns }) => standIns.resolve('readVisits', kept),
    'storage.isUnreadable': ({ standIns }) => standIns.reject('readVisits'),
  },
  expected: ({ value, context: { ids } }) => ({ ids, open: value === 'reading' ? ['readVisits'] : [] }),
  actual: ({ snapshot, standIns }) => ({ ids: snapshot().context.visits.map(({ id }) => id), open: standIns.open }),
})

testCoverage(coverage)
