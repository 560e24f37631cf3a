import { profileMachine } from '../../../src/machines/profile/profile.machine.ts'
import type { secondFactorMachine } from '../../../src/machines/profile/second-factor.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { type ModelContext, nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type ProfileModelEvent, profileModel } from './profile.model.ts'

const coverage = new Coverage(profileMachine)

function startProfile() {
  const standIns = new StandIns()
  const machine = profileMachine.provide({
    actors: { secondFactor: standIns.callback('secondFactor') as unknown as typeof secondFactorMachine },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

testPaths<ModelContext, ProfileModelEvent, ReturnType<typeof startProfile>>('the profile page (SES-12)', {
  model: profileModel,
  events: [{ type: 'person.opensPage' }, { type: 'secondFactor.breaks' }],
  possible: ({ type }, { value }) => type === 'person.opensPage' || value === 'open',
  key: ({ value }) => nameOf(value),
  start: startProfile,
  perform: {
    'person.opensPage': ({ send }) => send({ type: 'profile.opened' }),
    'secondFactor.breaks': ({ standIns }) => standIns.crash('secondFactor'),
  },
  expected: ({ value }) => ({ state: nameOf(value), open: value === 'open' ? ['secondFactor'] : [] }),
  actual: ({ snapshot, standIns }) => ({ state: nameOf(snapshot().value), open: standIns.open }),
})

testCoverage(coverage)
