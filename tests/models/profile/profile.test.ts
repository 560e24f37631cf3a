import type { AnyStateMachine } from 'xstate'
import { profileMachine } from '../../../src/machines/profile/profile.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { type ModelContext, nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type ProfileModelEvent, profileModel, profileParts } from './profile.model.ts'

const coverage = new Coverage(profileMachine)

function startProfile() {
  const standIns = new StandIns()
  const part = <Machine extends AnyStateMachine>(name: string) => standIns.callback(name) as unknown as Machine
  const machine = profileMachine.provide({
    actors: {
      password: part('password'),
      mySessions: part('mySessions'),
      wallLinks: part('wallLinks'),
      secondFactor: part('secondFactor'),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

testPaths<ModelContext, ProfileModelEvent, ReturnType<typeof startProfile>>('the profile page (SHELL-5, SES-12)', {
  model: profileModel,
  events: [{ type: 'person.opensPage' }, ...profileParts.map((part) => ({ type: 'part.breaks', part }) as const)],
  possible: ({ type }, { value }) => type === 'person.opensPage' || value === 'open',
  key: ({ value }) => nameOf(value),
  start: startProfile,
  perform: {
    'person.opensPage': ({ send }) => send({ type: 'profile.opened' }),
    'part.breaks': ({ standIns }, { part }) => standIns.crash(part),
  },
  expected: ({ value }) => ({ state: nameOf(value), open: value === 'open' ? profileParts.toSorted() : [] }),
  actual: ({ snapshot, standIns }) => ({ state: nameOf(snapshot().value), open: standIns.open }),
})

testCoverage(coverage)
