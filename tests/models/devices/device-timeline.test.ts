import { expect, test } from 'vitest'
import { deviceTimelineMachine, withNewest } from '../../../src/machines/devices/device-timeline.machine.ts'
import { CallError } from '../../../src/services/http/call-result.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { pageOf, type TimelineModelContext, type TimelineModelEvent, timelineModel } from './device-timeline.model.ts'

const coverage = new Coverage(deviceTimelineMachine)

function startTimeline() {
  const standIns = new StandIns()
  const machine = deviceTimelineMachine.provide({
    actors: { loadPage: standIns.promise('loadPage') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

testPaths<TimelineModelContext, TimelineModelEvent, ReturnType<typeof startTimeline>>('the timeline of a device', {
  model: timelineModel,
  events: [
    { type: 'person.opens', wordCode: 'AV-01' },
    { type: 'person.opens', wordCode: 'AV-02' },
    { type: 'person.leaves' },
    { type: 'device.changes' },
    { type: 'person.wantsMore' },
    { type: 'person.retries' },
    { type: 'service.recovers' },
    { type: 'page.arrives', page: 'newest' },
    { type: 'page.arrives', page: 'newestOfMore' },
    { type: 'page.arrives', page: 'older' },
    { type: 'page.fails' },
    { type: 'page.isUnknown' },
  ],
  possible: (event, { value }) => {
    if (event.type === 'page.arrives') return value === (event.page === 'older' ? 'loadingMore' : 'loading')
    if (event.type === 'page.isUnknown') return value === 'loading'
    return event.type !== 'page.fails' || value === 'loading' || value === 'loadingMore'
  },
  key: ({ value, context }) => `${nameOf(value)} ${context.wordCode} ${context.shown.join()} ${context.hasMore}`,
  start: startTimeline,
  perform: {
    'person.opens': ({ send }, { wordCode }) => send({ type: 'timeline.want', wordCode }),
    'person.leaves': ({ send }) => send({ type: 'timeline.leave' }),
    'device.changes': ({ send }) => send({ type: 'timeline.changed' }),
    'person.wantsMore': ({ send }) => send({ type: 'timeline.more' }),
    'person.retries': ({ send }) => send({ type: 'timeline.reload' }),
    'service.recovers': ({ send }) => send({ type: 'deviceService.restored' }),
    'page.arrives': ({ standIns }, { page }) => standIns.resolve('loadPage', pageOf(page)),
    'page.fails': ({ standIns }) => standIns.reject('loadPage'),
    'page.isUnknown': ({ standIns }) => standIns.reject('loadPage', new CallError('Não encontrado.', 404)),
  },
  expected: ({ value, context: { wordCode, shown, hasMore } }) => ({ state: nameOf(value), wordCode, shown, hasMore }),
  actual: ({ snapshot }) => {
    const { wordCode, timeline } = snapshot().context
    return {
      state: nameOf(snapshot().value),
      wordCode,
      shown: timeline?.result.map(({ id }) => id) ?? [],
      hasMore: (timeline?.nextCursor ?? null) !== null,
    }
  },
})

test('if the newest page does not overlap the loaded entries, the list starts again', () => {
  const newest = pageOf('newestOfMore')
  expect(withNewest(pageOf('older'), newest)).toBe(newest)
  expect(withNewest(null, newest)).toBe(newest)
})

testCoverage(coverage)
