import { expect, test } from 'vitest'
import { alertsMachine } from '../../../src/machines/alerts/alerts.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { type ModelSnapshot, nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type ActivityId,
  type AlertsModelContext,
  type AlertsModelEvent,
  activities,
  alertOf,
  alertsModel,
  incidents,
  isolatedUntil,
} from './alerts.model.ts'

const coverage = new Coverage(alertsMachine)

function startAlerts() {
  const standIns = new StandIns()
  const machine = alertsMachine.provide({
    actors: {
      keeper: standIns.callback('keeper'),
      tabs: standIns.callback('tabs'),
      watchSound: standIns.callback('watchSound'),
      call: standIns.promise('call'),
      sample: standIns.promise('sample'),
      loadMissed: standIns.promise('loadMissed'),
    },
    actions: {
      storeSound: standIns.effect('storeSound', (_, { isOn }) => isOn),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { userId: 'u1' }, inspect: coverage.inspect })
}

type Alerts = ReturnType<typeof startAlerts>
type Snapshot = ModelSnapshot<AlertsModelContext>

const of = (ids: readonly ActivityId[]) => ids.map((id) => activities[id])
const sounding = ({ standIns }: Alerts) => (standIns.open.includes('call') ? 'call' : 'sample')

function possible(event: AlertsModelEvent, { value, context }: Snapshot): boolean {
  const { unseen, known, calledElsewhere, connection, isOn, isUnasked, isSignIn, isIsolated, now } = context
  const audioPermission = nameOf(value)
  const isSounding = audioPermission === 'sampling' || audioPermission === 'calling'
  if (event.type === 'person.sees' && event.id === 'fall 0') return unseen.includes('fall 0')
  if (context.isOfIncidents)
    return (
      [
        'server.answers',
        'gate.sends',
        'person.sees',
        'person.seesAll',
        'connection.isLost',
        'connection.returns',
      ].includes(event.type) ||
      (isSounding &&
        event.type.startsWith('sound.') &&
        (audioPermission === 'calling' || event.type !== 'sound.isElsewhere'))
    )
  if (event.type === 'server.answers') return known.length <= 1 && connection === 'live' && now === 0
  const isFresh =
    known.length === 0 && calledElsewhere.length === 0 && connection === 'live' && audioPermission === 'untried'
  if (event.type === 'user.signsIn') return isFresh && !isSignIn && !isOn && now === 0
  if (isUnasked && event.type.startsWith('person.switches')) return true
  if (isSignIn || isUnasked) return false
  if (isIsolated) return isFresh && ['gate.sends', 'tab.remembers', 'device.isReleased'].includes(event.type)
  if (event.type === 'device.isReleased') return false
  if (event.type === 'device.isIsolated') return isFresh && !isOn && now === 0
  if (event.type === 'sound.isElsewhere') return audioPermission === 'calling'
  if (event.type.startsWith('sound.')) return isSounding
  if (event.type.startsWith('list.')) return connection === 'asking'
  if (event.type === 'time.passes') return now === 0 && audioPermission === 'untried' && known.length === 0
  if (event.type === 'tab.remembers')
    return known.length === 0 && connection === 'live' && audioPermission === 'untried'
  if (event.type.startsWith('connection.'))
    return !isSounding && audioPermission !== 'blocked' && (known.length === 0 || connection === 'asking')
  if (event.type === 'otherTab.calls') return known.length === 0 && calledElsewhere.length === 0
  if (event.type === 'otherTab.sees') return known.length <= 1 && !known.includes('other')
  if (event.type === 'gate.sends' && event.ids.length > 2) return unseen.length === 1
  if (event.type === 'person.switchesOff') return isOn || isUnasked
  if (event.type === 'person.switchesOn') return !isOn
  return true
}

/** MBT-1. */
testPaths<AlertsModelContext, AlertsModelEvent, Alerts>('the alerts', {
  model: alertsModel,
  events: [
    { type: 'gate.sends', ids: ['intercom'] },
    { type: 'gate.sends', ids: ['door', 'intercom'] },
    { type: 'gate.sends', ids: ['other', 'device', 'gate'] },
    { type: 'server.answers', open: ['old', 'fall'] },
    { type: 'server.answers', open: ['old'] },
    { type: 'user.signsIn' },
    { type: 'tab.remembers', ids: [] },
    { type: 'tab.remembers', ids: ['fall 0'] },
    { type: 'tab.remembers', ids: ['door'] },
    { type: 'person.sees', id: 'door' },
    { type: 'person.sees', id: 'fall 0' },
    { type: 'person.seesAll' },
    { type: 'person.switchesOn' },
    { type: 'person.switchesOff' },
    { type: 'person.listens' },
    { type: 'otherTab.sees', id: 'door' },
    { type: 'otherTab.calls', id: 'door' },
    { type: 'browser.keeps', isOn: true },
    { type: 'browser.keeps', isOn: false },
    { type: 'browser.keeps', isOn: null },
    { type: 'device.isIsolated' },
    { type: 'device.isReleased' },
    { type: 'storage.isCleared' },
    { type: 'connection.isLost' },
    { type: 'connection.returns' },
    { type: 'list.arrives', ids: ['door'] },
    { type: 'list.fails' },
    { type: 'sound.plays' },
    { type: 'sound.isBlocked' },
    { type: 'sound.isElsewhere' },
    { type: 'sound.fails' },
    { type: 'time.passes' },
  ],
  possible,
  key: ({ value, context: { did: _, ...context } }) => `${nameOf(value)} ${JSON.stringify(context)}`,
  extraPaths: {
    'an alert that sounded in another tab is shown here without sound': [
      { type: 'browser.keeps', isOn: true },
      { type: 'otherTab.calls', id: 'door' },
      { type: 'gate.sends', ids: ['door', 'intercom'] },
    ],
    'a connection that is lost again while the list loads: the list starts at the first loss': [
      { type: 'time.passes' },
      { type: 'connection.isLost' },
      { type: 'connection.returns' },
      { type: 'connection.isLost' },
      { type: 'connection.returns' },
    ],
    'missed events share the sound of a new event': [
      { type: 'browser.keeps', isOn: true },
      { type: 'connection.isLost' },
      { type: 'connection.returns' },
      { type: 'gate.sends', ids: ['other', 'device', 'gate'] },
      { type: 'list.arrives', ids: ['door'] },
      { type: 'sound.plays' },
    ],
    'an event that the list repeats during the sound is known': [
      { type: 'browser.keeps', isOn: true },
      { type: 'connection.isLost' },
      { type: 'connection.returns' },
      { type: 'gate.sends', ids: ['door', 'intercom'] },
      { type: 'list.arrives', ids: ['door'] },
      { type: 'sound.plays' },
    ],
  },
  start: startAlerts,
  perform: {
    'gate.sends': ({ send }, { ids }) => send({ type: 'socket.batch', condominiumIds: [], activities: of(ids) }),
    'server.answers': ({ send }, { open }) =>
      send({ type: 'incidents.known', incidents: open.map((id) => incidents[id]) }),
    'tab.remembers': ({ standIns }, { ids }) =>
      standIns.sendBack('keeper', { type: 'alerts.kept', ...{ alerts: ids.map(alertOf), isSignIn: false } }),
    'user.signsIn': ({ standIns }) =>
      standIns.sendBack('keeper', { type: 'alerts.kept', ...{ alerts: [], isSignIn: true } }),
    'person.sees': ({ send }, { id }) => send({ type: 'alerts.see', id }),
    'person.seesAll': ({ send }) => send({ type: 'alerts.seeAll' }),
    'person.switchesOn': ({ send }) => send({ type: 'sound.switchOn' }),
    'person.switchesOff': ({ send }) => send({ type: 'sound.switchOff' }),
    'person.listens': ({ send }) => send({ type: 'sound.listen' }),
    'otherTab.sees': ({ standIns }, { id }) =>
      standIns.sendBack('tabs', { type: 'alerts.seenElsewhere', ...{ ids: [id] } }),
    'otherTab.calls': ({ standIns }, { id }) =>
      standIns.sendBack('tabs', { type: 'alerts.calledElsewhere', ...{ ids: [id] } }),
    'browser.keeps': ({ standIns }, { isOn }) =>
      standIns.sendBack('watchSound', {
        type: isOn === null ? 'sound.storedNone' : isOn ? 'sound.storedOn' : 'sound.storedOff',
      }),
    'device.isIsolated': ({ send }) => send({ type: 'isolations.changed', until: { W1: isolatedUntil } }),
    'device.isReleased': ({ send }) => send({ type: 'isolations.changed', until: {} }),
    'storage.isCleared': ({ send }) => send({ type: 'storage.cleared' }),
    'connection.isLost': ({ send }) => send({ type: 'socket.lost' }),
    'connection.returns': ({ send }) => send({ type: 'socket.restored' }),
    'list.arrives': ({ standIns }, { ids }) => standIns.resolve('loadMissed', of(ids)),
    'list.fails': ({ standIns }) => standIns.reject('loadMissed'),
    'sound.plays': (alerts) => alerts.standIns.resolve(sounding(alerts), 'played'),
    'sound.isBlocked': (alerts) => alerts.standIns.resolve(sounding(alerts), 'blocked'),
    'sound.isElsewhere': ({ standIns }) => standIns.resolve('call', 'elsewhere'),
    'sound.fails': (alerts) => alerts.standIns.reject(sounding(alerts)),
  },
  tags: ({ tags, context: { unseen, isOn, isUnasked } }) => [
    ...tags,
    ...(isOn ? ['soundOn'] : []),
    ...(isUnasked ? ['soundUnasked'] : []),
    ...(unseen.length > 3 ? ['many'] : []),
  ],
  expected: ({ value, context: { unseen, connection, isOfIncidents } }) => ({
    audioPermission: nameOf(value),
    unseen,
    connection,
    isOfIncidents,
  }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    return {
      audioPermission: value.audioPermission,
      unseen: context.unseen.map(({ id }) => id),
      connection: value.missed,
      isOfIncidents: value.source === 'incidents',
    }
  },
})

test('isolating a device withdraws its unseen alerts of events and of incidents (STATE-3)', () => {
  const isolates = { type: 'isolations.changed', until: { W1: isolatedUntil } } as const
  const ofEvents = startAlerts()
  ofEvents.send({ type: 'socket.batch', condominiumIds: [], activities: of(['door', 'other']) })
  ofEvents.send(isolates)
  expect(ofEvents.snapshot().context.unseen).toEqual(of(['other']))
  ofEvents.stop()
  const { send, snapshot, stop } = startAlerts()
  send({ type: 'incidents.known', incidents: [incidents.fall] })
  send({ type: 'incidents.known', incidents: [{ ...incidents.fall, id: 'again' }, incidents.fall] })
  expect(snapshot().context.unseen.length).toBeGreaterThan(0)
  send(isolates)
  expect(snapshot().context.unseen).toEqual([])
  send({ type: 'incidents.known', incidents: [incidents.fall, { ...incidents.fall, id: 'third' }] })
  expect(snapshot().context.unseen).toEqual([])
  stop()
})

test.each([
  ['keeper', 'Alertas não guardados.'],
  ['tabs', 'Alertas sem as outras abas.'],
  ['watchSound', 'Escolha do som não lida.'],
])('if %s fails, alerts are still shown (ALERT-1)', async (name, message) => {
  const { standIns, send, settle, snapshot, journal, stop } = startAlerts()
  standIns.crash(name)
  await settle()
  expect(journal).toContain(`does logFailure ${JSON.stringify(message)}`)
  send({ type: 'socket.batch', condominiumIds: [], activities: [activities.door] })
  send({ type: 'alerts.see', id: 'other' })
  expect(snapshot().context.unseen).toEqual([activities.door])
  send({ type: 'alerts.see', id: 'door' })
  expect(snapshot().context.unseen).toEqual([])
  expect(snapshot().status).toBe('active')
  stop()
})

test('an alert that was seen before a reload does not call again when its event repeats (ALERT-1)', () => {
  const { standIns, send, snapshot, stop } = startAlerts()
  standIns.sendBack('keeper', { type: 'alerts.seenElsewhere', ...{ ids: ['door'] } })
  send({ type: 'socket.batch', condominiumIds: [], activities: [activities.door] })
  expect(snapshot().context.unseen).toEqual([])
  stop()
})

testCoverage(coverage)
