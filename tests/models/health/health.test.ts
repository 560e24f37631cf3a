import { expect, test } from 'vitest'
import { healthMachine } from '../../../src/machines/health/health.machine.ts'
import { found, metricsOf, startHealth } from '../../machines/health/health-actor.ts'
import { Coverage } from '../parts/coverage.ts'
import { entry } from '../parts/journal.ts'
import { type PathTests, testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch } from '../parts/production-actor.ts'
import { minute } from '../session/session-fixtures.ts'
import {
  type Errand,
  errands,
  everyMs,
  type HealthModelContext,
  type HealthModelEvent,
  healthModel,
  nextDueAt,
} from './health.model.ts'

const coverage = new Coverage(healthMachine)

type Health = ReturnType<typeof startHealth>

const services: Readonly<Record<Errand, string>> = { check: 'check', ping: 'pingDevices', cleanup: 'cleanup' }
const tagsOf = {
  check: { asking: 'checking', failed: 'checkFailed' },
  ping: { asking: 'pinging' },
  cleanup: { asking: 'cleaning', failed: 'cleanupFailed' },
} as const
const answersTo: Readonly<Record<string, Errand>> = {
  'server.isWell': 'check',
  'server.isUnreachable': 'check',
  'device.answers': 'ping',
  'devices.areAsked': 'ping',
  'pings.crash': 'ping',
  'server.cleans': 'cleanup',
  'server.doesNotClean': 'cleanup',
}

const visibilityEvents: readonly HealthModelEvent[] = [
  { type: 'page.shows' },
  { type: 'page.hides' },
  { type: 'next.isDue' },
  { type: 'time.passes', ms: minute },
  { type: 'time.passes', ms: 20 * minute },
]

/** Walks one task with all its events; the other tasks only follow the time. */
function pathsOf(
  errand: Errand,
  events: readonly HealthModelEvent[],
): PathTests<HealthModelContext, HealthModelEvent, Health> {
  const isAnswered = new Set(events.map(({ type }) => answersTo[type]))
  return {
    model: healthModel,
    everyPath: true,
    events: [...visibilityEvents, ...events],
    possible: ({ type }, { context }) => {
      const { isSeen, turns, now } = context
      const answered = answersTo[type]
      if (answered !== undefined) return turns[answered].state === 'asking'
      if (type === 'page.shows' || type === 'time.passes') return !isSeen
      if (type !== 'next.isDue') return isSeen || type === 'person.selects' || type === 'gate.reports'
      // If two tasks fall due together, their order is not defined.
      const dueAt = nextDueAt(context)
      const due = errands.filter((each) => turns[each].state !== 'asking' && turns[each].dueAt === dueAt)
      return due.length === 1 && dueAt > now
    },
    key: ({ context: { isSeen, condominiumId, meanwhile, turns, now, metrics, pings } }) => {
      const { state, dueAt } = turns[errand]
      const isAhead = state !== 'asking' && dueAt > now
      const left = isAhead && dueAt - now < everyMs[errand] ? 'partly' : isAhead
      const awaited = errands.filter((each) => isAnswered.has(each) && turns[each].state === 'asking')
      const ages = Object.entries(pings).map(([wordCode, at]) => `${wordCode} ${now - at > 10 * minute}`)
      return [isSeen, condominiumId, meanwhile, state, left, metrics, awaited, ages].join(' ')
    },
    start: () => startHealth(coverage),
    perform: {
      'page.shows': ({ show }) => show(),
      'page.hides': ({ hide }) => hide(),
      'person.refreshes': ({ send }) => send({ type: 'health.refresh' }),
      'person.cleans': ({ send }) => send({ type: 'health.clean' }),
      'person.selects': ({ send }, { id }) =>
        send({ type: 'condominiums.selected', condominium: id === null ? null : { id } }),
      'gate.reports': ({ brings }, { kind }) => brings(kind),
      'person.switches': ({ send }, { recounts }) =>
        send({ type: 'device.changed', device: { wordCode: 'A' }, ...(recounts && { recounts }) }),
      'person.deletes': ({ send }) => send({ type: 'device.deleted', wordCode: 'A' }),
      'server.isWell': ({ standIns }) => standIns.resolve('check', found),
      'server.isUnreachable': ({ standIns }) => standIns.reject('check'),
      'service.isLost': ({ send }) => send({ type: 'health.lost' }),
      'connection.returns': ({ send }) => send({ type: 'socket.restored' }),
      'service.recovers': ({ send }) => send({ type: 'health.restored' }),
      'device.answers': ({ pings }, { wordCode }) => pings(wordCode),
      'devices.areAsked': ({ pingsEnd }) => pingsEnd(),
      'pings.crash': ({ standIns }) => standIns.crash('pingDevices'),
      'server.cleans': ({ standIns }, { metrics }) => standIns.resolve('cleanup', metricsOf(metrics)),
      'server.doesNotClean': ({ standIns }) => standIns.reject('cleanup'),
    },
    tags: ({ context: { turns } }) =>
      errands.flatMap((each) => {
        const tags: Readonly<Record<string, string>> = tagsOf[each]
        return tags[turns[each].state] ?? []
      }),
    expected: ({ context: { condominiumId, turns, checkedAt, metrics, pings } }) => ({
      condominiumId,
      checkedAt,
      metrics,
      pings,
      open: errands
        .filter((each) => turns[each].state === 'asking')
        .map((each) => services[each])
        .concat('ownCalls')
        .sort(),
    }),
    actual: ({ snapshot, standIns }) => {
      const { condominiumId, metrics, checkedAt, pings } = snapshot().context
      return {
        condominiumId,
        checkedAt: checkedAt === null ? null : checkedAt - epoch,
        metrics: metrics?.totalRequests ?? null,
        pings: Object.fromEntries([...pings.values()].map(({ wordCode, at }) => [wordCode, at - epoch])),
        open: standIns.open,
      }
    },
    untakenInModel: Object.fromEntries(
      [...unusedIn(events)].map((type) => [`health model on ${type}`, 'taken by the paths of another task']),
    ),
  }
}

function unusedIn(events: readonly HealthModelEvent[]): string[] {
  const used = new Set([...visibilityEvents, ...events].map(({ type }) => type))
  return Object.keys(healthModel.config.on ?? {}).filter((type) => !used.has(type as HealthModelEvent['type']))
}

testPaths(
  'the check (HEA-2)',
  pathsOf('check', [
    { type: 'person.refreshes' },
    { type: 'gate.reports', kind: 'device-down' },
    { type: 'gate.reports', kind: 'device-up' },
    { type: 'gate.reports', kind: 'intercom' },
    { type: 'person.switches', recounts: true },
    { type: 'person.switches', recounts: false },
    { type: 'person.deletes' },
    { type: 'server.isWell' },
    { type: 'server.isUnreachable' },
    { type: 'service.isLost' },
    { type: 'service.recovers' },
    { type: 'connection.returns' },
  ]),
)

testPaths(
  'the pings (HEA-2)',
  pathsOf('ping', [
    { type: 'person.refreshes' },
    { type: 'person.selects', id: 'c1' },
    { type: 'person.selects', id: 'c2' },
    { type: 'person.selects', id: null },
    { type: 'device.answers', wordCode: 'A' },
    { type: 'devices.areAsked' },
    { type: 'pings.crash' },
  ]),
)

testPaths(
  'the clean-up (HEA-2)',
  pathsOf('cleanup', [
    { type: 'person.cleans' },
    { type: 'server.isWell' },
    { type: 'device.answers', wordCode: 'A' },
    { type: 'server.cleans', metrics: 0 },
    { type: 'server.doesNotClean' },
  ]),
)

test('if the page is visible when health starts, the check and the ping start immediately', () => {
  expect(startHealth(coverage, 'c1', true).standIns.open).toEqual(['check', 'ownCalls', 'pingDevices'])
})

test('a clean-up drops devices without a ping for more than 10 min, and not a millisecond earlier', async () => {
  const health = startHealth(coverage)
  health.show()
  health.pings('A')
  await health.advance(1)
  health.pings('B')
  await health.advance(10 * minute)
  health.send({ type: 'health.clean' })
  expect(health.pinged()).toEqual(['B'])
})

test('a health service that recovered is not asked for its metrics while the page is hidden (LIVE-1)', () => {
  const health = startHealth(coverage)
  health.send({ type: 'health.lost' })
  health.send({ type: 'health.restored' })
  expect(health.standIns.open).toEqual(['ownCalls'])
})

test('the panel’s own calls are counted while the service does not answer (HEA-3)', () => {
  const health = startHealth(coverage, 'c1', true)
  health.standIns.reject('check')
  health.counts(4)
  expect(health.snapshot().context).toMatchObject({ check: null, metrics: { totalRequests: 4 } })
  health.counts(5)
  expect(health.snapshot().context.metrics?.totalRequests).toBe(5)
})

test('health keeps working if the panel’s own calls cannot be counted', () => {
  const health = startHealth(coverage, 'c1', true)
  health.standIns.crash('ownCalls')
  expect(health.standIns.journal).toContain(entry('does', 'logFailure', 'Chamadas deste painel não contadas.'))
  expect(health.standIns.open).toEqual(['check', 'pingDevices'])
})

testCoverage(coverage)
