import type { StateValue } from 'xstate'
import { condominiumPlaceMachine } from '../../../src/machines/condominiums/condominium-place.machine.ts'
import type { eventFeedMachine } from '../../../src/machines/event-feed/event-feed.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { named } from './condominium-list.model.ts'
import {
  batch,
  type CondominiumPlaceModelContext,
  type CondominiumPlaceModelEvent,
  condominiumPlaceModel,
  id,
} from './condominium-place.model.ts'

const coverage = new Coverage(condominiumPlaceMachine)

function startPlace() {
  const standIns = new StandIns()
  const machine = condominiumPlaceMachine.provide({
    actors: {
      readPlace: standIns.promise('readPlace'),
      feed: standIns.callback('feed') as unknown as typeof eventFeedMachine,
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { id }, inspect: coverage.inspect })
}

type Place = ReturnType<typeof startPlace>

const isIn = (value: StateValue, state: string) => nameOf(value).includes(state)

testPaths<CondominiumPlaceModelContext, CondominiumPlaceModelEvent, Place>('the page of one (PAGE-2, LIVE-1)', {
  model: condominiumPlaceModel,
  events: [
    { type: 'person.retries' },
    { type: 'server.reads' },
    { type: 'server.hasNone', status: 404 },
    { type: 'server.hasNone', status: 403 },
    { type: 'server.fails' },
    { type: 'socket.delivers' },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
    { type: 'others.change', ids: [] },
    { type: 'others.change', ids: ['c1', id] },
    { type: 'others.change', ids: ['c1'] },
    { type: 'feed.breaks' },
  ],
  possible: ({ type }, { value }) => {
    if (type.startsWith('server.')) return isIn(value, 'reading')
    return type === 'feed.breaks' ? isIn(value, 'shown') : true
  },
  key: ({ value, context: { isLoaded } }) => `${nameOf(value)} ${isLoaded}`,
  start: startPlace,
  perform: {
    'person.retries': ({ send }) => send({ type: 'place.reload' }),
    'server.reads': ({ standIns }) => standIns.resolve('readPlace', named(id, 'Aqui')),
    'server.hasNone': ({ standIns }, { status }) =>
      standIns.reject('readPlace', Object.assign(new Error(), { status })),
    'server.fails': ({ standIns }) => standIns.reject('readPlace'),
    'socket.delivers': ({ send }) => send({ type: 'socket.batch', ...batch }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'service.recovers': ({ send }) => send({ type: 'server.restored' }),
    'others.change': ({ send }, { ids }) => send({ type: 'condominiums.changed', condominiumIds: ids }),
    'feed.breaks': ({ standIns }) => standIns.crash('feed'),
  },
  expected: ({ value, context: { isLoaded } }) => ({
    id,
    condominium: isLoaded ? named(id, 'Aqui') : null,
    open: [...(isIn(value, 'shown') ? ['feed'] : []), ...(isIn(value, 'reading') ? ['readPlace'] : [])],
  }),
  actual: ({ snapshot, standIns }) => ({ ...snapshot().context, open: standIns.open }),
})

testCoverage(coverage)
