import { expect, test } from 'vitest'
import type { incidentWorklistMachine } from '../../../src/machines/incidents/incident-worklist.machine.ts'
import { incidentsMachine } from '../../../src/machines/incidents/incidents.machine.ts'
import type { reportMachine } from '../../../src/machines/incidents/report.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { crashingParent } from '../parts/crashing-parent.ts'
import { type ModelSnapshot, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
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

function startIncidents(
  hadNone = false,
  page = { isSeen: true },
  { standIns = new StandIns(), worklist = standIns.callback('worklist') as unknown } = {},
) {
  const machine = incidentsMachine.provide({
    actors: {
      askOffered: standIns.promise('askOffered'),
      loadOpen: standIns.promise('loadOpen'),
      claim: standIns.promise('claim'),
      worklist: worklist as typeof incidentWorklistMachine,
      report: standIns.callback('report') as unknown as typeof reportMachine,
    },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      keepHint: standIns.effect('keepHint', (_, { isOffered }) => isOffered),
    },
    guards: { hadNone: () => hadNone, isSeen: () => page.isSeen },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Regions = { list: string; line: string; claims: string; worklist: string; report: string }

/** State of each model region; regions that do not exist yet are idle. */
function regionsOf(value: unknown): Regions & { whole: string } {
  const rest = { list: '', claims: 'idle', worklist: 'closed', report: 'closed' }
  const { offer, line } = value as { offer: string | { present: Omit<Regions, 'line'> }; line: string }
  return typeof offer === 'string' ? { whole: offer, line, ...rest } : { whole: 'present', line, ...offer.present }
}

function possible({ type }: IncidentsModelEvent, { value, context }: ModelSnapshot<IncidentsModelContext>) {
  const { whole, list, line, claims, worklist, report } = regionsOf(value)
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
  const isAtRest =
    claims === 'idle' && worklist === 'closed' && report === 'closed' && Object.keys(context.refusals).length === 0
  if (line === 'unheard' && !isAtRest) return false
  if (type === 'socket.isLost') return line === 'heard' && isAtRest
  if (line === 'unheard' && !type.startsWith('list.')) return ['socket.isRestored', 'person.reloads'].includes(type)
  // The regions are independent, so each of the other two is walked with one list only.
  const isFresh = list === 'current' && context.incidents.length === 1 && context.incidents[0]?.version === 1
  if (type === 'list.arrives' || type === 'list.fails') return (list === 'loading' || list === 'reloading') && isAtRest
  if (type.startsWith('claim.')) return claims === 'asked'
  if (type === 'person.claims') return isFresh && worklist === 'closed'
  if (type === 'form.breaks') return report === 'open'
  if (type === 'person.leavesForm') return report !== 'closed'
  if (type === 'person.opensForm') return (isFresh && isAtRest) || report !== 'closed'
  if (report !== 'closed') return false
  if (type === 'worklist.breaks') return worklist === 'open'
  if (type === 'person.leavesWorklist') return worklist !== 'closed'
  if (type === 'person.opensWorklist') return (isFresh && isAtRest) || worklist !== 'closed'
  return isAtRest || (isFresh && worklist === 'open' && type !== 'person.reloads')
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
    { type: 'person.claims', ids: ['i1'] },
    { type: 'person.claims', ids: ['i2', 'i1'] },
    { type: 'claim.isGranted' },
    { type: 'claim.isLate', message: 'Bruno já está cuidando desta ocorrência.' },
    { type: 'claim.fails', message: 'Sem resposta do servidor.' },
    { type: 'claim.isSilent' },
    { type: 'person.opensWorklist' },
    { type: 'person.leavesWorklist' },
    { type: 'worklist.breaks' },
    { type: 'person.opensForm' },
    { type: 'person.leavesForm' },
    { type: 'form.breaks' },
  ],
  possible,
  key: ({ value, context: { incidents, reportedSince, claims, refusals } }) => {
    const isAsked = /loading/.test(regionsOf(value).list)
    const versions = [incidents, isAsked ? reportedSince : []].map((each) =>
      each.map(({ id, version }) => id + version),
    )
    return JSON.stringify([value, versions, claims, refusals])
  },
  extraPaths: {
    'a list that was requested before a claim arrives after the answer to the claim': [
      { type: 'server.offers' },
      { type: 'list.arrives', ids: ['i1', 'i2'] },
      { type: 'person.claims', ids: ['i1'] },
      { type: 'person.reloads' },
      { type: 'claim.isGranted' },
      { type: 'list.arrives', ids: ['i1', 'i2'] },
    ],
  },
  start: () => startIncidents(),
  perform: {
    'server.offers': ({ standIns }) =>
      standIns.resolve('askOffered', { incidents: true, writtenOccurrences: true, contacts: true, onDuty: true }),
    'server.hasNone': ({ standIns }) => standIns.resolve('askOffered', { incidents: false, contacts: true }),
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
    'person.claims': ({ send }, { ids }) => send({ type: 'incidents.claim', ids }),
    'claim.isGranted': ({ standIns, snapshot }) =>
      standIns.resolve('claim', { kind: 'done', incident: answerTo(snapshot().context.claims) }),
    'claim.isLate': ({ standIns, snapshot }, { message }) =>
      standIns.resolve('claim', { kind: 'late', message, current: answerTo(snapshot().context.claims) }),
    'claim.fails': ({ standIns }, { message }) => standIns.reject('claim', new Error(message)),
    'person.opensWorklist': ({ send }) => send({ type: 'worklist.open' }),
    'person.leavesWorklist': ({ send }) => send({ type: 'worklist.close' }),
    'worklist.breaks': ({ standIns }) => standIns.crash('worklist'),
    'person.opensForm': ({ send }) => send({ type: 'report.open' }),
    'person.leavesForm': ({ send }) => send({ type: 'report.close' }),
    'form.breaks': ({ standIns }) => standIns.crash('report'),
  },
  expected: ({ value, context: { hasContacts, incidents, claims, refusals } }) => ({
    value: regionsOf(value),
    hasContacts,
    incidents,
    claims,
    refusals,
  }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    const { offer, incidents, claims, refusals } = context
    return { value: productionRegions(value), hasContacts: offer.contacts === true, incidents, claims, refusals }
  },
})

test('incidents are not expected from a server that last offered none, until the server offers them (BOOT-2)', async () => {
  for (const hadNone of [true, false]) {
    const incidents = startIncidents(hadNone)
    expect(incidents.snapshot().hasTag('unexpected')).toBe(hadNone)
    incidents.standIns.resolve('askOffered', { incidents: true, writtenOccurrences: true, onDuty: true })
    await incidents.settle()
    expect(incidents.snapshot().hasTag('present')).toBe(true)
    incidents.stop()
  }
})

test('without the live connection a hidden page loads the list every 2 min, and at once when it is shown (HEA-2, LIVE-1)', async () => {
  const page = { isSeen: false }
  const incidents = startIncidents(false, page)
  const { standIns, send, settle, advance } = incidents
  const asked = (what: string) => standIns.journal.filter((line) => line.startsWith(`asks ${what}`)).length
  standIns.reject('askOffered')
  await settle()
  await advance(119_000)
  expect(asked('askOffered')).toBe(1)
  await advance(1_000)
  expect(asked('askOffered')).toBe(2)
  standIns.reject('askOffered')
  await settle()
  send({ type: 'page.shown' })
  expect(asked('askOffered')).toBe(3)
  standIns.resolve('askOffered', { incidents: true, writtenOccurrences: true, onDuty: true })
  await settle()
  standIns.resolve('loadOpen', [])
  await settle()
  send({ type: 'socket.lost' })
  await advance(119_000)
  expect(asked('loadOpen')).toBe(1)
  await advance(1_000)
  expect(asked('loadOpen')).toBe(2)
  standIns.resolve('loadOpen', [])
  await settle()
  page.isSeen = true
  send({ type: 'page.shown' })
  expect(asked('loadOpen')).toBe(3)
  standIns.resolve('loadOpen', [])
  await settle()
  await advance(15_000)
  expect(asked('loadOpen')).toBe(4)
  incidents.stop()
})

test('no child of a crashed worklist goes on running', async () => {
  const standIns = new StandIns()
  const incidents = startIncidents(false, { isSeen: true }, { standIns, worklist: crashingParent(standIns) })
  standIns.resolve('askOffered', { incidents: true, writtenOccurrences: true, onDuty: true })
  await incidents.settle()
  incidents.send({ type: 'worklist.open' })
  expect(standIns.open).toContain('child')
  incidents.snapshot().children.worklist?.send({ type: 'crash' } as never)
  expect(standIns.open).not.toContain('child')
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
