import { expect, test } from 'vitest'
import type { StateValue } from 'xstate'
import { panelMachine } from '../../../src/composition/panel-machine.ts'
import type { ConfigOutcome } from '../../../src/services/config/panel-config.ts'
import { Coverage } from '../parts/coverage.ts'
import { type ModelSnapshot, nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runAsRoot } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  audited,
  aurora,
  batch,
  type Child,
  device,
  type PanelModelContext,
  type PanelModelEvent,
  pageChildren,
  panelModel,
  pushed,
  recentCrashes,
  sessionChildren,
  token,
  users,
} from './panel.model.ts'

const coverage = new Coverage(panelMachine)
const children: readonly Child[] = ['theme', 'push', ...pageChildren, ...sessionChildren]

const validConfig = {
  kind: 'valid',
  config: {
    apiUrl: '/rest',
    deviceUrl: '/device-control',
    healthUrl: '/rest',
    sharedComputer: false,
    offlineStart: true,
    socketUrl: 'https://guarita.test',
    socketNamespace: '/gatehouse',
    inspector: false,
  },
} as const satisfies ConfigOutcome

/** The production root with a listener instead of each child. */
function startPanel(outcome: ConfigOutcome = validConfig) {
  const standIns = new StandIns()
  const childStandIns = Object.fromEntries(children.map((child) => [child, standIns.callback(child)]))
  const machine = panelMachine.provide({
    // The types of the root do not allow a listener instead of a machine.
    actors: {
      ...childStandIns,
      loadFlows: standIns.promise('loadFlows'),
      loadPush: standIns.promise('loadPush'),
    } as never,
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      goToRoot: standIns.effect('goToRoot'),
      clearLocalData: standIns.effect('clearLocalData'),
      reloadPage: standIns.effect('reloadPage'),
      logCrash: standIns.effect('logCrash', (_, { actorId }) => actorId),
    },
  })
  return runAsRoot(coverage.watch(machine), { standIns, input: { outcome }, inspect: coverage.inspect })
}

type Panel = ReturnType<typeof startPanel>

const reports =
  (child: Child, event: { type: string; [key: string]: unknown }) =>
  ({ standIns }: Panel) =>
    standIns.sendBack(child, event)

function possible(event: PanelModelEvent, { value, context }: ModelSnapshot<PanelModelContext>): boolean {
  const state = nameOf(value)
  if (!state.startsWith('running')) return event.type === 'call.isRefused'
  const isSignedIn = state === 'running.signedIn.working'
  if (event.type.startsWith('flows.')) return state === 'running.signedIn.arriving'
  const [crashed] = context.crashes
  if (event.type === 'push.arrives' || event.type === 'push.fails') return context.push === 'arriving'
  // While push loads or is unavailable, only the events that matter to push are tried; the others are tried before and
  // after.
  if (['arriving', 'unavailable'].includes(context.push))
    return /^(network\.returns|session\.is(Absent|Stored)|flows\..*)$/.test(event.type) && crashed === undefined
  if (event.type === 'push.delivers' && context.push !== 'charted') return false
  if (event.type === 'child.crashes') {
    if (crashed !== undefined && crashed.child !== event.child) return false
    if (event.child === 'push' && context.push !== 'charted') return false
    if (isSignedIn) return context.user === 'ana'
    if (event.child === 'push') return true
    return event.child === 'theme' ? context.isCharted : (pageChildren as readonly string[]).includes(event.child)
  }
  if (event.type === 'time.passes')
    return event.seconds === 30 ? crashed?.child === 'socket' : crashed?.at === context.now
  if (crashed !== undefined) return event.type === 'session.isAbsent' || event.type === 'version.changes'
  if (event.type === 'storage.isCleared') return context.isCharted
  return (
    isSignedIn ||
    !/^(socket|condominium|devices?|import|health|reset|server|deviceService|lastKnown|incidents)\./.test(event.type)
  )
}

const tagOf: Record<string, string> = {
  'running.booting': 'loading',
  'running.signedOut': 'signedOut',
  'running.signedIn.arriving': 'loading',
  'running.signedIn.unavailable': 'unavailable',
  'running.signedIn.working': 'signedIn',
  'running.expired': 'expired',
  updating: 'loading',
  reloading: 'loading',
}

/** State of the root, or the state of `access` within `running`. */
function accessOf(value: StateValue): string {
  if (typeof value === 'string') return value
  const { running } = value
  const access = typeof running === 'object' ? running.access : undefined
  if (typeof access !== 'object') return `running.${access}`
  const { signedIn } = access
  if (signedIn === undefined) return `running.${Object.keys(access)[0]}`
  return `running.signedIn.${typeof signedIn === 'object' ? Object.keys(signedIn)[0] : signedIn}`
}

testPaths<PanelModelContext, PanelModelEvent, Panel>('the panel', {
  model: panelModel,
  events: [
    { type: 'flows.arrive' },
    { type: 'flows.fail' },
    { type: 'push.arrives' },
    { type: 'push.fails' },
    { type: 'push.delivers' },
    { type: 'version.isChecked' },
    { type: 'version.changes' },
    { type: 'version.goesStale' },
    { type: 'session.isStored', user: 'ana' },
    { type: 'session.isStored', user: 'promoted' },
    { type: 'session.isStored', user: 'bento' },
    { type: 'session.isAbsent' },
    { type: 'session.expires' },
    { type: 'page.shows' },
    { type: 'page.hides' },
    { type: 'storage.isCleared' },
    { type: 'reset.isConfirmed' },
    { type: 'network.returns' },
    { type: 'network.isLost' },
    { type: 'socket.isLost' },
    { type: 'server.isLost' },
    { type: 'server.isReached' },
    { type: 'server.recovers' },
    { type: 'lastKnown.isOver' },
    { type: 'deviceService.isLost' },
    { type: 'deviceService.recovers' },
    { type: 'health.isLost' },
    { type: 'health.recovers' },
    { type: 'socket.isRestored' },
    { type: 'socket.delivers' },
    { type: 'socket.notifies' },
    { type: 'socket.reportsIncidents' },
    { type: 'socket.reportsVersion' },
    { type: 'socket.reportsCondominiums' },
    { type: 'incidents.areKnown' },
    { type: 'socket.isRefused' },
    { type: 'call.isRefused' },
    { type: 'condominium.isSelected', id: 'c1' },
    { type: 'condominium.isSelected', id: null },
    { type: 'device.changes' },
    { type: 'device.isDeleted' },
    { type: 'device.isIsolated' },
    { type: 'device.isAudited' },
    { type: 'devices.areImported' },
    { type: 'import.isRefused' },
    { type: 'health.isChecked' },
    { type: 'health.isUnreachable' },
    ...children.map((child) => ({ type: 'child.crashes', child }) as const),
    { type: 'time.passes', seconds: 30 },
    { type: 'time.passes', seconds: 60 },
  ],
  possible,
  key: ({ value, context }) => {
    const crashes = context.crashes.map(({ child, at }) => `${child} ${context.now - at}`)
    return [
      nameOf(value),
      context.user,
      context.condominiumId,
      context.isCharted,
      context.push,
      context.isVersionSettled,
      context.found,
      ...crashes,
    ].join(' ')
  },
  extraPaths: {
    'health starts hidden while the page is hidden, and again after a crash': [
      { type: 'page.hides' },
      { type: 'version.isChecked' },
      { type: 'session.isStored', user: 'ana' },
      { type: 'flows.arrive' },
      { type: 'push.arrives' },
      { type: 'child.crashes', child: 'health' },
      { type: 'page.shows' },
      { type: 'child.crashes', child: 'health' },
    ],
    'crashes of different children are counted separately': [
      { type: 'version.isChecked' },
      { type: 'session.isStored', user: 'ana' },
      { type: 'flows.arrive' },
      { type: 'push.arrives' },
      ...children.flatMap((child) => [1, 2, 3].map(() => ({ type: 'child.crashes', child }) as const)),
      { type: 'time.passes', seconds: 60 },
      ...children.map((child) => ({ type: 'child.crashes', child }) as const),
    ],
  },
  start: startPanel,
  perform: {
    'flows.arrive': ({ standIns }) => standIns.resolve('loadFlows', undefined),
    'flows.fail': ({ standIns }) => standIns.reject('loadFlows'),
    'push.arrives': ({ standIns }) => standIns.resolve('loadPush', undefined),
    'push.fails': ({ standIns }) => standIns.reject('loadPush'),
    'push.delivers': reports('push', { type: 'push.received', message: pushed }),
    'socket.isLost': reports('socket', { type: 'socket.lost' }),
    'server.isLost': reports('serverSource', { type: 'server.lost' }),
    'server.isReached': reports('serverSource', { type: 'server.reached' }),
    'server.recovers': reports('serverSource', { type: 'server.restored' }),
    'lastKnown.isOver': reports('lastKnown', { type: 'lastKnown.over' }),
    'deviceService.isLost': reports('deviceServiceSource', { type: 'deviceService.lost' }),
    'deviceService.recovers': reports('deviceServiceSource', { type: 'deviceService.restored' }),
    'health.isLost': reports('healthSource', { type: 'health.lost' }),
    'health.recovers': reports('healthSource', { type: 'health.restored' }),
    'device.isIsolated': reports('devices', { type: 'isolations.changed', until: { W1: 1 } }),
    'device.changes': reports('devices', { type: 'device.changed', device }),
    'device.isDeleted': reports('devices', { type: 'device.deleted', wordCode: 'W1', way: 'pool' }),
    'device.isAudited': reports('devices', { type: 'audit.noted', entry: audited }),
    'devices.areImported': reports('deviceImport', { type: 'devices.reload' }),
    'import.isRefused': reports('deviceImport', { type: 'session.refused', token }),
    'health.isChecked': reports('health', { type: 'health.checked', reach: [] }),
    'health.isUnreachable': reports('health', { type: 'health.unreachable' }),
    'version.isChecked': reports('version', { type: 'version.settled' }),
    'version.changes': reports('version', { type: 'version.changed' }),
    'version.goesStale': reports('version', { type: 'version.stale' }),
    'session.isStored': (panel, { user }) =>
      reports('session', { type: 'session.stored', user: { ...users[user] } })(panel),
    'session.isAbsent': reports('session', { type: 'session.absent' }),
    'session.expires': reports('session', { type: 'session.expired' }),
    'page.shows': reports('connectivity', { type: 'page.shown' }),
    'page.hides': reports('connectivity', { type: 'page.hidden' }),
    'storage.isCleared': reports('theme', { type: 'storage.cleared' }),
    'reset.isConfirmed': reports('shell', { type: 'ResetAll' }),
    'network.returns': reports('connectivity', { type: 'connectivity.online' }),
    'network.isLost': reports('connectivity', { type: 'connectivity.offline' }),
    'socket.isRestored': reports('socket', { type: 'socket.restored' }),
    'socket.delivers': reports('socket', { type: 'socket.batch', ...batch }),
    'socket.reportsIncidents': reports('socket', { type: 'incidents.changed', incidents: [] }),
    'socket.reportsCondominiums': reports('socket', { type: 'condominiums.changed', condominiumIds: ['c2'] }),
    'socket.reportsVersion': reports('socket', { type: 'version.announced', version: '2' }),
    'incidents.areKnown': reports('incidents', { type: 'incidents.known', incidents: [] }),
    'socket.notifies': reports('socket', { type: 'notifications.arrived', notifications: [] }),
    'socket.isRefused': reports('socket', { type: 'session.refused', token }),
    'call.isRefused': ({ send }) => send({ type: 'session.refused', token }),
    'condominium.isSelected': ({ standIns }, { id }) =>
      standIns.sendBack('condominiums', {
        type: 'condominiums.selected',
        ...{ condominium: id === null ? null : { ...aurora, id } },
      }),
    'child.crashes': ({ standIns }, { child }) => standIns.crash(child),
  },
  tags: ({ value }) => [tagOf[nameOf(value)] ?? []].flat(),
  expected: ({ value, context }) => {
    const state = nameOf(value)
    const push = { waiting: [], arriving: ['loadPush'], unavailable: [], charted: ['push'] }[context.push]
    const charted = [...(context.isCharted ? ['theme'] : []), ...push]
    const alive = state.startsWith('running') ? [...pageChildren, ...charted] : []
    const more =
      { 'running.signedIn.working': sessionChildren, 'running.signedIn.arriving': ['loadFlows'] }[state] ?? []
    return {
      state,
      user: state.startsWith('running.signedIn') ? users[context.user ?? 'ana'] : null,
      crashes: recentCrashes(context).map(({ child }) => child),
      alive: [...alive, ...more].sort(),
    }
  },
  actual: ({ snapshot, standIns }) => {
    const state = accessOf(snapshot().value)
    return {
      state,
      user: state.startsWith('running.signedIn') ? snapshot().context.user : null,
      crashes: snapshot().context.crashes,
      alive: standIns.open,
    }
  },
})

test('a panel with an invalid configuration starts no children and keeps the name of the key', () => {
  const { snapshot, journal, stop } = startPanel({ kind: 'invalid', key: 'socketUrl' })
  expect(snapshot().value).toBe('misconfigured')
  expect(snapshot().context.outcome).toEqual({ kind: 'invalid', key: 'socketUrl' })
  expect(journal).toEqual([])
  stop()
})

test('with a Firebase project, push is loaded immediately, signed in or not (PUSH-1)', async () => {
  const firebase = { apiKey: 'k', projectId: 'p', messagingSenderId: 's', appId: 'a', vapidKey: 'v' }
  const { standIns, settle, stop } = startPanel({ kind: 'valid', config: { ...validConfig.config, firebase } })
  expect(standIns.open).toContain('loadPush')
  standIns.resolve('loadPush', undefined)
  await settle()
  expect(standIns.inputOf('push')).toEqual({ isConfigured: true })
  stop()
})

testCoverage(coverage)
