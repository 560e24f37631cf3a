import { expect, test } from 'vitest'
import type { integrationListsMachine } from '../../../src/machines/people/integration-lists.machine.ts'
import { peopleMachine } from '../../../src/machines/people/people.machine.ts'
import type { personPageMachine } from '../../../src/machines/people/person-page.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { crashingParent } from '../parts/crashing-parent.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type PeopleModelContext, type PeopleModelEvent, peopleModel } from './people.model.ts'

const coverage = new Coverage(peopleMachine)

function startPeople({ standIns = new StandIns(), child = (name: string): unknown => standIns.callback(name) } = {}) {
  const machine = peopleMachine.provide({
    actors: {
      loadPeople: standIns.promise('loadPeople'),
      page: child('page') as typeof personPageMachine,
      integrations: child('integrations') as typeof integrationListsMachine,
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

const regions = (value: unknown) => value as { list: string; page: string; integrations: string }

testPaths<PeopleModelContext, PeopleModelEvent, ReturnType<typeof startPeople>>('the people', {
  model: peopleModel,
  events: [
    { type: 'person.opensPage' },
    { type: 'service.recovers' },
    { type: 'person.opens', id: 'p1' },
    { type: 'person.opens', id: null },
    { type: 'person.leaves' },
    { type: 'page.breaks' },
    { type: 'person.opensIntegrations' },
    { type: 'integrations.break' },
    { type: 'server.lists', names: ['Ana'] },
    { type: 'server.lists', names: [] },
    { type: 'server.fails', text: 'Você não tem permissão para isso.' },
  ],
  possible: ({ type }, { value }) => {
    if (type.startsWith('server.')) return regions(value).list === 'loading'
    if (type === 'integrations.break') return regions(value).integrations === 'open'
    return type !== 'page.breaks' || regions(value).page === 'open'
  },
  key: ({ value, context: { listed, failure } }) => JSON.stringify([value, listed, failure]),
  start: () => startPeople(),
  perform: {
    'person.opensPage': ({ send }) => send({ type: 'people.want' }),
    'service.recovers': ({ send }) => send({ type: 'server.restored' }),
    'person.opens': ({ send }, { id }) => send({ type: 'person.open', id }),
    'person.leaves': ({ send }) => send({ type: 'person.close' }),
    'person.opensIntegrations': ({ send }) => send({ type: 'integrations.opened' }),
    'integrations.break': ({ standIns }) => standIns.crash('integrations'),
    'page.breaks': ({ standIns }) => standIns.crash('page'),
    'server.lists': ({ standIns }, { names }) =>
      standIns.resolve(
        'loadPeople',
        names.map((name) => ({ name })),
      ),
    'server.fails': ({ standIns }, { text }) => standIns.reject('loadPeople', new Error(text)),
  },
  expected: ({ value, context: { listed, failure } }) => ({
    value,
    listed,
    failure,
    open: [
      ...(regions(value).list === 'loading' ? ['loadPeople'] : []),
      ...(regions(value).page === 'open' ? ['page'] : []),
      ...(regions(value).integrations === 'open' ? ['integrations'] : []),
    ].sort(),
  }),
  actual: ({ snapshot, standIns }) => ({
    value: snapshot().value,
    listed: snapshot().context.people.map(({ name }) => name),
    failure: snapshot().context.failure?.message ?? null,
    open: [...standIns.open].sort(),
  }),
})

test('no child of a crashed page goes on running', () => {
  const standIns = new StandIns()
  const { send, snapshot } = startPeople({ standIns, child: () => crashingParent(standIns) })
  send({ type: 'person.open', id: 'p1' })
  send({ type: 'integrations.opened' })
  expect(standIns.open).toEqual(['child', 'child'])
  snapshot().children.page?.send({ type: 'crash' } as never)
  expect(standIns.open).toEqual(['child'])
  snapshot().children.integrations?.send({ type: 'crash' } as never)
  expect(standIns.open).toEqual([])
})

testCoverage(coverage)
