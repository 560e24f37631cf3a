import { expect, test } from 'vitest'
import type { dutyMachine } from '../../../src/machines/incidents/duty.machine.ts'
import type { incidentPageMachine } from '../../../src/machines/incidents/incident-page.machine.ts'
import { incidentWorklistMachine } from '../../../src/machines/incidents/incident-worklist.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { crashingParent } from '../parts/crashing-parent.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { incidentOf } from './incident-fixtures.ts'
import {
  changed,
  claimed,
  type IncidentWorklistModelContext,
  type IncidentWorklistModelEvent,
  incidentWorklistModel,
} from './incident-worklist.model.ts'

const coverage = new Coverage(incidentWorklistMachine)

function startWorklist({
  hasDuty = true,
  standIns = new StandIns(),
  page = standIns.callback('page') as unknown,
} = {}) {
  const machine = incidentWorklistMachine.provide({
    actors: {
      loadPast: standIns.promise('loadPast'),
      page: page as typeof incidentPageMachine,
      duty: standIns.callback('duty') as unknown as typeof dutyMachine,
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { hasDuty }, inspect: coverage.inspect })
}

const regions = (value: unknown) => value as { page: string; duty: string; past: string }

testPaths<IncidentWorklistModelContext, IncidentWorklistModelEvent, ReturnType<typeof startWorklist>>(
  'the worklist of incidents',
  {
    model: incidentWorklistModel,
    events: [
      { type: 'person.chooses', ids: ['i1'], isChosen: true },
      { type: 'person.chooses', ids: ['i1', 'i2'], isChosen: true },
      { type: 'person.chooses', ids: ['i2'], isChosen: false },
      { type: 'person.claimsChosen' },
      { type: 'person.opens', id: 'i1' },
      { type: 'person.leaves' },
      { type: 'page.answers' },
      { type: 'page.breaks' },
      { type: 'duty.breaks' },
      { type: 'socket.reports', what: 'claimed' },
      { type: 'socket.reports', what: 'unclaimed' },
      { type: 'socket.reports', what: 'both' },
      { type: 'socket.isRestored' },
      { type: 'service.recovers' },
      { type: 'person.wantsPast', condominiumId: null },
      { type: 'person.wantsPast', condominiumId: 'c1' },
      { type: 'person.wantsMore' },
      { type: 'past.arrives', next: 'next' },
      { type: 'past.arrives', next: null },
      { type: 'past.fails' },
    ],
    possible: ({ type }, { value, context }) => {
      const { page, duty, past } = regions(value)
      // The regions are independent: each is walked while the others are in their first state.
      const isPageFirst = page === 'closed'
      const isPastFirst = past === 'unasked'
      const isNoneChosen = context.chosen.length === 0
      if (duty === 'none') return type === 'socket.isRestored'
      if (type === 'duty.breaks') return isPageFirst && isPastFirst && isNoneChosen
      if (type.startsWith('past.')) return past === 'loading'
      if (type === 'person.wantsPast') return isPageFirst && isNoneChosen && context.past.length < 2
      if (type === 'person.wantsMore') return !isPastFirst && context.past.length < 2
      if (type === 'page.answers' || type === 'page.breaks') return page === 'open'
      if (type === 'person.leaves') return !isPageFirst
      if (type === 'person.opens') return isPastFirst && isNoneChosen
      if (type === 'service.recovers' || type === 'socket.isRestored') return isNoneChosen
      if (type === 'socket.reports') return isPastFirst
      return isPageFirst && isPastFirst
    },
    status: ({ value, context: { chosen } }) => [value, chosen],
    key: ({ value, context: { chosen, past, pastOf } }) => JSON.stringify([value, chosen, past, pastOf]),
    start: () => startWorklist(),
    perform: {
      'person.chooses': ({ send }, { ids, isChosen }) => send({ type: 'choice.set', ids, isChosen }),
      'person.claimsChosen': ({ send }) => send({ type: 'choice.claim' }),
      'person.opens': ({ send }, { id }) => send({ type: 'incident.open', id }),
      'person.leaves': ({ send }) => send({ type: 'incident.close' }),
      'page.answers': ({ send }) => send({ type: 'incident.answered', incidents: [claimed] }),
      'page.breaks': ({ standIns }) => standIns.crash('page'),
      'duty.breaks': ({ standIns }) => standIns.crash('duty'),
      'socket.reports': ({ send }, { what }) => send({ type: 'incidents.changed', incidents: changed[what] }),
      'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
      'service.recovers': ({ send }) => send({ type: 'server.restored' }),
      'person.wantsPast': ({ send }, { condominiumId }) => send({ type: 'past.show', condominiumId }),
      'person.wantsMore': ({ send }) => send({ type: 'past.more' }),
      'past.arrives': ({ standIns }, { next }) =>
        standIns.resolve('loadPast', { incidents: [incidentOf('i9', { life: 'closed' })], nextCursor: next }),
      'past.fails': ({ standIns }) => standIns.reject('loadPast'),
    },
    expected: ({ value, context: { chosen, past } }) => ({ value: regions(value), chosen, past }),
    actual: ({ snapshot }) => {
      const { value, context } = snapshot()
      return { value: regions(value), chosen: context.chosen, past: context.past.map(({ id }) => id) }
    },
  },
)

test('a server without the people on duty is not asked for them (CALL-2)', () => {
  const { snapshot } = startWorklist({ hasDuty: false })
  expect(snapshot().value).toMatchObject({ duty: 'none' })
})

test('no child of a crashed page goes on running', () => {
  const standIns = new StandIns()
  const { send, snapshot } = startWorklist({ standIns, page: crashingParent(standIns) })
  send({ type: 'incident.open', id: 'i1' })
  expect(standIns.open).toEqual(['child', 'duty'])
  snapshot().children.page?.send({ type: 'crash' } as never)
  expect(standIns.open).toEqual(['duty'])
})

testCoverage(coverage)
