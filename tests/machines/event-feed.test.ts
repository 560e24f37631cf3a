import { describe, expect, test } from 'vitest'
import type { Activity } from '../../contract/wire/events.ts'
import { eventFeedMachine, feedLength } from '../../src/machines/event-feed.machine.ts'
import { Coverage } from '../models/coverage.ts'
import { testCoverage } from '../models/path-runner.ts'
import { runUnderRecorder } from '../models/production-actor.ts'
import { StandIns } from '../models/stand-ins.ts'

const coverage = new Coverage(eventFeedMachine)

function startFeed(condominiumId: string | null = null) {
  const standIns = new StandIns()
  const machine = eventFeedMachine.provide({
    actors: { loadHistory: standIns.promise('loadHistory') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { condominiumId }, inspect: coverage.inspect })
}

type Feed = ReturnType<typeof startFeed>

/** An event `minute` minutes past nine. */
function activity(id: string, condominiumId: string, minute: number): Activity {
  const at = `2026-03-02T09:${String(minute).padStart(2, '0')}:00Z`
  return { id, condominiumId, wordCode: '', ip: '', kind: 'intercom', description: '', at }
}

function idsIn({ snapshot }: Feed): string[] {
  return snapshot().context.activities.map(({ id }) => id)
}

function brings({ send }: Feed, ...activities: Activity[]): void {
  send({ type: 'socket.batch', condominiumIds: [], activities })
}

function select({ send }: Feed, id: string | null): void {
  send({ type: 'condominiums.selected', condominium: id === null ? null : { id } })
}

describe('without a selected condominium', () => {
  test('nothing is loaded; events of all stand there as they come, newest first', () => {
    const feed = startFeed()
    brings(feed, activity('e1', 'c1', 1), activity('e2', 'c2', 3))
    brings(feed, activity('e3', 'c1', 2))
    expect(idsIn(feed)).toEqual(['e2', 'e3', 'e1'])
    expect(feed.standIns.open).toEqual([])
  })

  test('an event that comes twice stands there once', () => {
    const feed = startFeed()
    brings(feed, activity('e1', 'c1', 1))
    brings(feed, activity('e1', 'c1', 1))
    expect(idsIn(feed)).toEqual(['e1'])
  })

  test('the oldest go where there are too many', () => {
    const feed = startFeed()
    brings(feed, ...Array.from({ length: feedLength + 5 }, (_, minute) => activity(`e${minute}`, 'c1', minute)))
    expect(idsIn(feed)).toHaveLength(feedLength)
    expect(idsIn(feed).at(-1)).toBe('e5')
  })

  test('a socket that is back loads nothing', () => {
    const feed = startFeed()
    feed.send({ type: 'socket.restored' })
    expect(feed.standIns.open).toEqual([])
  })
})

describe('with a selected condominium', () => {
  test('its history is loaded and the events of others go', async () => {
    const feed = startFeed()
    brings(feed, activity('e1', 'c2', 1))
    select(feed, 'c1')
    expect(feed.snapshot().hasTag('busy')).toBe(true)
    expect(idsIn(feed)).toEqual([])
    expect(feed.journal).toContain(`asks loadHistory {"condominiumId":"c1","limit":${feedLength}}`)
    feed.standIns.resolve('loadHistory', [activity('e2', 'c1', 2)])
    await feed.settle()
    expect(idsIn(feed)).toEqual(['e2'])
    expect([...feed.snapshot().tags]).toEqual([])
  })

  test('its history is loaded at once where it is selected from the start', () => {
    const { standIns } = startFeed('c1')
    expect(standIns.inputOf('loadHistory')).toEqual({ condominiumId: 'c1', limit: feedLength })
  })

  test('events of others are left out', () => {
    const feed = startFeed()
    select(feed, 'c1')
    brings(feed, activity('e1', 'c2', 1), activity('e2', 'c1', 2))
    expect(idsIn(feed)).toEqual(['e2'])
  })

  test('a batch without one of its events changes nothing', () => {
    const feed = startFeed()
    select(feed, 'c1')
    brings(feed, activity('e1', 'c1', 1))
    const { activities } = feed.snapshot().context
    brings(feed, activity('e2', 'c2', 2))
    expect(feed.snapshot().context.activities).toBe(activities)
  })

  test('what came while the history was loading stays', async () => {
    const feed = startFeed()
    select(feed, 'c1')
    brings(feed, activity('e3', 'c1', 3))
    feed.standIns.resolve('loadHistory', [activity('e1', 'c1', 1)])
    await feed.settle()
    expect(idsIn(feed)).toEqual(['e3', 'e1'])
  })

  test('the same one selected again is not loaded again', () => {
    const feed = startFeed()
    select(feed, 'c1')
    const asked = feed.journal.length
    select(feed, 'c1')
    expect(feed.journal.length).toBe(asked)
  })

  test('another one takes its place, and the answer for the first is not waited for', () => {
    const feed = startFeed()
    select(feed, 'c1')
    select(feed, 'c2')
    expect(feed.standIns.inputOf('loadHistory')).toEqual({ condominiumId: 'c2', limit: feedLength })
    expect(feed.standIns.open).toEqual(['loadHistory'])
  })

  test('a socket that is back fetches what was missed', async () => {
    const feed = startFeed()
    select(feed, 'c1')
    feed.standIns.resolve('loadHistory', [])
    await feed.settle()
    feed.send({ type: 'socket.restored' })
    expect(feed.standIns.open).toEqual(['loadHistory'])
  })

  test('a history that cannot be had is logged and shown, and is loaded again when asked', async () => {
    const feed = startFeed()
    select(feed, 'c1')
    feed.standIns.reject('loadHistory')
    await feed.settle()
    expect(feed.journal).toContain('does logFailure "Eventos não carregados."')
    expect([...feed.snapshot().tags]).toEqual(['error'])
    feed.send({ type: 'eventFeed.reload' })
    expect(feed.standIns.open).toEqual(['loadHistory'])
  })
})

testCoverage(coverage)
