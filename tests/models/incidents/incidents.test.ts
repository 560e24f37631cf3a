import { expect, test } from 'vitest'
import type { incidentPageMachine } from '../../../src/machines/incidents/incident-page.machine.ts'
import { incidentsMachine } from '../../../src/machines/incidents/incidents.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { type ModelSnapshot, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { incidentOf } from './incident-fixtures.ts'
import {
  claimed,
  first,
  type IncidentsModelContext,
  type IncidentsModelEvent,
  incidentsModel,
  reported,
  second,
} from './incidents.model.ts'

const coverage = new Coverage(incidentsMachine)

function startIncidents(hadNone = false) {
  const standIns = new StandIns()
  const machine = incidentsMachine.provide({
    actors: {
      askOffered: standIns.promise('askOffered'),
      loadOpen: standIns.promise('loadOpen'),
      claim: standIns.promise('claim'),
      loadPast: standIns.promise('loadPast'),
      page: standIns.callback('page') as unknown as typeof incidentPageMachine,
    },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      keepHint: standIns.effect('keepHint', (_, { isOffered }) => isOffered),
    },
    guards: { hadNone: () => hadNone },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Regions = { list: string; line: string; claims: string; past: string; page: string }

/** State of each model region; regions that do not exist yet are idle. */
function regionsOf(value: unknown): Regions & { whole: string } {
  const rest = { list: '', claims: 'idle', past: 'unasked', page: 'closed' }
  const { offer, line } = value as { offer: string | { present: Omit<Regions, 'line'> }; line: string }
  return typeof offer === 'string' ? { whole: offer, line, ...rest } : { whole: 'present', line, ...offer.present }
}

function possible({ type }: IncidentsModelEvent, { value, context }: ModelSnapshot<IncidentsModelContext>) {
  const { whole, list, line, claims, past, page } = regionsOf(value)
  if (type.startsWith('server.')) return whole === 'asking'
  if (type === 'time.passes') return line === 'unheard' || whole === 'unanswered'
  if (whole !== 'present')
    return [
      'socket.isLost',
      'socket.isRestored',
      'service.recovers',
      'lastKnown.isOver',
      'socket.reports',
      'person.reloads',
    ].includes(type)
  const isAtRest = claims === 'idle' && past === 'unasked' && page === 'closed' && context.refusal === null
  if (line === 'unheard' && !isAtRest) return false
  if (type === 'socket.isLost') return line === 'heard' && isAtRest
  if (line === 'unheard' && !type.startsWith('list.')) return ['socket.isRestored', 'person.reloads'].includes(type)
  // The regions are independent, so each of the other three is walked with one list only.
  const isFresh = list === 'current' && context.incidents.length === 1 && context.incidents[0]?.version === 1
  if (type === 'list.arrives' || type === 'list.fails') return (list === 'loading' || list === 'reloading') && isAtRest
  if (type.startsWith('claim.')) return claims === 'asked'
  if (type === 'person.claims') return isFresh && past === 'unasked' && page === 'closed'
  if (type.startsWith('past.')) return past === 'loading'
  if (type === 'person.wantsPast') return isFresh && claims === 'idle' && page === 'closed' && context.refusal === null
  if (type === 'person.wantsMore') return past !== 'unasked' && context.past.length < 2
  if (type === 'page.breaks') return page === 'open'
  if (type === 'person.leaves') return page !== 'closed'
  if (type === 'person.opens') return (isFresh && isAtRest) || page !== 'closed'
  if (type === 'service.recovers' && past === 'failed') return true
  return isAtRest || (isFresh && page === 'open' && type !== 'person.reloads')
}

testPaths<IncidentsModelContext, IncidentsModelEvent, ReturnType<typeof startIncidents>>('the incidents', {
  model: incidentsModel,
  events: [
    { type: 'server.offers' },
    { type: 'server.hasNone' },
    { type: 'server.isUnreachable' },
    { type: 'list.arrives', ids: ['i1'] },
    { type: 'list.fails' },
    { type: 'socket.reports', what: 'second' },
    { type: 'socket.reports', what: 'claimed' },
    { type: 'socket.isLost' },
    { type: 'socket.isRestored' },
    { type: 'time.passes' },
    { type: 'service.recovers' },
    { type: 'lastKnown.isOver' },
    { type: 'person.reloads' },
    { type: 'person.claims', id: 'i1' },
    { type: 'person.claims', id: 'i2' },
    { type: 'claim.isGranted' },
    { type: 'claim.isLate', message: 'Bruno já está cuidando desta ocorrência.' },
    { type: 'claim.fails', message: 'Sem resposta do servidor.' },
    { type: 'claim.isSilent' },
    { type: 'person.wantsPast', condominiumId: null },
    { type: 'person.wantsPast', condominiumId: 'c1' },
    { type: 'person.wantsMore' },
    { type: 'past.arrives', next: 'next' },
    { type: 'past.arrives', next: null },
    { type: 'past.fails' },
    { type: 'person.opens', id: 'i1' },
    { type: 'person.leaves' },
    { type: 'page.breaks' },
  ],
  possible,
  key: ({ value, context: { incidents, reportedSince, claims, refusal, past, pastOf } }) => {
    const isAsked = /loading/.test(regionsOf(value).list)
    const versions = [incidents, isAsked ? reportedSince : []].map((each) =>
      each.map(({ id, version }) => id + version),
    )
    return JSON.stringify([value, versions, claims, refusal, past, pastOf])
  },
  start: () => startIncidents(),
  perform: {
    'server.offers': ({ standIns }) => standIns.resolve('askOffered', true),
    'server.hasNone': ({ standIns }) => standIns.resolve('askOffered', false),
    'server.isUnreachable': ({ standIns }) => standIns.reject('askOffered'),
    'list.arrives': ({ standIns }, { ids }) =>
      standIns.resolve(
        'loadOpen',
        ids.map((id) => (id === 'i1' ? first : second)),
      ),
    'list.fails': ({ standIns }) => standIns.reject('loadOpen'),
    'socket.reports': ({ send }, { what }) => send({ type: 'incidents.changed', incidents: [reported[what]] }),
    'socket.isLost': ({ send }) => send({ type: 'socket.lost' }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'service.recovers': ({ send }) => send({ type: 'server.restored' }),
    'lastKnown.isOver': ({ send }) => send({ type: 'lastKnown.over' }),
    'person.reloads': ({ send }) => send({ type: 'incidents.reload' }),
    'person.claims': ({ send }, { id }) => send({ type: 'incident.claim', id }),
    'claim.isGranted': ({ standIns, snapshot }) =>
      standIns.resolve('claim', { kind: 'done', incident: answerTo(snapshot().context.claims) }),
    'claim.isLate': ({ standIns, snapshot }, { message }) =>
      standIns.resolve('claim', { kind: 'late', message, current: answerTo(snapshot().context.claims) }),
    'claim.fails': ({ standIns }, { message }) => standIns.reject('claim', new Error(message)),
    'person.wantsPast': ({ send }, { condominiumId }) => send({ type: 'past.show', condominiumId }),
    'person.wantsMore': ({ send }) => send({ type: 'past.more' }),
    'past.arrives': ({ standIns }, { next }) =>
      standIns.resolve('loadPast', { incidents: [incidentOf('i9', { life: 'closed' })], nextCursor: next }),
    'past.fails': ({ standIns }) => standIns.reject('loadPast'),
    'person.opens': ({ send }, { id }) => send({ type: 'incident.open', id }),
    'person.leaves': ({ send }) => send({ type: 'incident.close' }),
    'page.breaks': ({ standIns }) => standIns.crash('page'),
  },
  expected: ({ value, context: { incidents, claims, refusal, past } }) => ({
    value: regionsOf(value),
    incidents,
    claims,
    refusal,
    past,
  }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    const { incidents, claims, refusal, past } = context
    return { value: productionRegions(value), incidents, claims, refusal, past: past.map(({ id }) => id) }
  },
})

test('incidents are not expected from a server that last offered none, until the server offers them (BOOT-2)', async () => {
  for (const hadNone of [true, false]) {
    const incidents = startIncidents(hadNone)
    expect(incidents.snapshot().hasTag('unexpected')).toBe(hadNone)
    incidents.standIns.resolve('askOffered', true)
    await incidents.settle()
    expect(incidents.snapshot().hasTag('present')).toBe(true)
    incidents.stop()
  }
})

/** Answers the claimed incident for the first id, and an unchanged one for the second. */
function answerTo([id]: readonly string[]) {
  return id === 'i1' ? claimed : first
}

function productionRegions(value: unknown) {
  const regions = regionsOf(value)
  const list: unknown = regions.list
  return { ...regions, list: typeof list === 'object' && list !== null ? Object.values(list)[0] : list }
}

testCoverage(coverage)
