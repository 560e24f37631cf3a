import { describe, expect, test } from 'vitest'
import { matchesState, type StateValue } from 'xstate'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { eventFeedMachine, feedLength } from '../../../src/machines/event-feed/event-feed.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { activities, type EventFeedModelContext, type EventFeedModelEvent, eventFeedModel } from './event-feed.model.ts'

const coverage = new Coverage(eventFeedMachine)

function startFeed(condominiumId: string | null = null) {
  const standIns = new StandIns()
  const machine = eventFeedMachine.provide({
    actors: { loadHistory: standIns.promise('loadHistory') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { condominiumId }, inspect: coverage.inspect })
}

const isLoading = (value: StateValue) => matchesState({ history: 'loading' }, value)

type Feed = ReturnType<typeof startFeed>

const idsOf = (activities: readonly Activity[]) => activities.map(({ id }) => id)
const idsIn = ({ snapshot }: Feed) => idsOf(snapshot().context.activities)

testPaths<EventFeedModelContext, EventFeedModelEvent, Feed>('the event feed (SHELL-4)', {
  model: eventFeedModel,
  events: [
    { type: 'person.selects', id: 'c1' },
    { type: 'person.selects', id: 'c2' },
    { type: 'person.selects', id: null },
    { type: 'person.retries' },
    { type: 'pointer.reaches' },
    { type: 'pointer.leaves' },
    { type: 'pointer.rests' },
    { type: 'socket.delivers', ids: ['early', 'other', 'late'] },
    { type: 'socket.delivers', ids: ['other'] },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
    { type: 'lastKnown.isOver' },
    { type: 'server.answers', ids: ['past', 'early'] },
    { type: 'server.fails' },
  ],
  possible: ({ type }, { value }) => {
    if (type.startsWith('server.')) return isLoading(value)
    return type !== 'pointer.rests' || matchesState({ list: 'still' }, value)
  },
  key: ({ value, context: { condominiumId, known, held } }) => `${nameOf(value)} ${condominiumId} ${known} ${held}`,
  start: () => startFeed(),
  perform: {
    'person.selects': ({ send }, { id }) =>
      send({ type: 'condominiums.selected', condominium: id === null ? null : { id } }),
    'person.retries': ({ send }) => send({ type: 'eventFeed.reload' }),
    'pointer.reaches': ({ send }) => send({ type: 'eventFeed.reach' }),
    'pointer.leaves': ({ send }) => send({ type: 'eventFeed.leave' }),
    'socket.delivers': ({ send }, { ids }) =>
      send({ type: 'socket.batch', condominiumIds: [], activities: ids.map((id) => activities[id]) }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'lastKnown.isOver': ({ send }) => send({ type: 'lastKnown.over' }),
    'service.recovers': ({ send }) => send({ type: 'server.restored' }),
    'server.answers': ({ standIns }, { ids }) =>
      standIns.resolve(
        'loadHistory',
        ids.map((id) => activities[id]),
      ),
    'server.fails': ({ standIns }) => standIns.reject('loadHistory'),
  },
  expected: ({ value, context: { condominiumId, known, held } }) => ({
    condominiumId,
    known,
    held,
    open: isLoading(value) ? ['loadHistory'] : [],
  }),
  actual: (feed) => ({
    condominiumId: feed.snapshot().context.condominiumId,
    known: idsIn(feed),
    held: feed.snapshot().context.held === null ? null : idsOf(feed.snapshot().context.held ?? []),
    open: feed.standIns.open,
  }),
})

test('if a condominium is selected on start, its history is loaded immediately', () => {
  const { standIns } = startFeed('c1')
  expect(standIns.inputOf('loadHistory')).toEqual({ condominiumId: 'c1', limit: feedLength })
})

test('each pointer movement on the list pauses it for another five seconds', async () => {
  const feed = startFeed()
  feed.send({ type: 'eventFeed.reach' })
  await feed.advance(4_999)
  feed.send({ type: 'eventFeed.reach' })
  feed.send({ type: 'socket.batch', condominiumIds: [], activities: [activities.early] })
  await feed.advance(4_999)
  expect(feed.snapshot().context.held).toEqual([])
  await feed.advance(1)
  expect(feed.snapshot().context.held).toBeNull()
})

test('a full list drops its oldest events', () => {
  const feed = startFeed()
  const many = Array.from({ length: feedLength + 5 }, (_, sequence) => ({
    ...activities.early,
    id: `e${sequence}`,
    sequence,
  }))
  feed.send({ type: 'socket.batch', condominiumIds: [], activities: many })
  expect(idsIn(feed)).toHaveLength(feedLength)
  expect(idsIn(feed).at(-1)).toBe('e5')
})

describe('events of a server without sequence numbers', () => {
  const at = (id: string, minute: number): Activity => {
    const { sequence: _, ...event } = activities.early
    return { ...event, id, at: `2026-03-02T09:${String(minute).padStart(2, '0')}:00Z` }
  }
  const loaded = async (feed: Feed, ...history: Activity[]) => {
    feed.standIns.resolve('loadHistory', history)
    await feed.settle()
  }
  const arrives = (feed: Feed, ...batch: Activity[]) =>
    feed.send({ type: 'socket.batch', condominiumIds: [], activities: batch })

  test('stay in the order of the server, and each event that arrives is the first', async () => {
    const feed = startFeed()
    arrives(feed, at('a', 3))
    await loaded(feed, at('h2', 1), at('h1', 9))
    arrives(feed, at('b', 8), at('c', 2), at('h1', 9))
    expect(idsIn(feed)).toEqual(['c', 'b', 'a', 'h2', 'h1'])
  })

  test('that were missed are above the known events, and below those that arrived during the reload', async () => {
    const feed = startFeed()
    await loaded(feed, at('h2', 1), at('h1', 9))
    feed.send({ type: 'socket.restored' })
    arrives(feed, at('b', 0))
    await loaded(feed, at('missed', 4), at('h2', 1), at('h1', 9))
    expect(idsIn(feed)).toEqual(['b', 'missed', 'h2', 'h1'])
  })

  test('stay in the list if the server has no history', async () => {
    const feed = startFeed()
    arrives(feed, at('a', 3))
    await loaded(feed)
    feed.send({ type: 'socket.restored' })
    await loaded(feed)
    expect(idsIn(feed)).toEqual(['a'])
  })
})

test('a batch without events of the selected condominium keeps the same list, so that no view renders again', () => {
  const feed = startFeed('c1')
  const { activities: before } = feed.snapshot().context
  feed.send({ type: 'socket.batch', condominiumIds: [], activities: [activities.other] })
  expect(feed.snapshot().context.activities).toBe(before)
})

testCoverage(coverage)
