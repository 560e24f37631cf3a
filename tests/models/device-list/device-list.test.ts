import { expect, test } from 'vitest'
import type { EventObject, StateValue } from 'xstate'
import { deviceListMachine } from '../../../src/machines/device-list/device-list.machine.ts'
import { deviceOf } from '../../machines/devices/devices.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type DeviceListModelContext, type DeviceListModelEvent, deviceListModel, pages } from './device-list.model.ts'
import { type DevicePlaceModelContext, type DevicePlaceModelEvent, devicePlaceModel } from './device-place.model.ts'
import {
  type DeviceReachModelContext,
  type DeviceReachModelEvent,
  deviceReachModel,
  troubled,
} from './device-reach.model.ts'
import {
  type DeviceSeekingModelContext,
  type DeviceSeekingModelEvent,
  deviceSeekingModel,
} from './device-seeking.model.ts'

const coverage = new Coverage(deviceListMachine)

function startList() {
  const standIns = new StandIns()
  const machine = deviceListMachine.provide({
    actors: {
      loadList: standIns.callback('loadList'),
      loadPlace: standIns.promise('loadPlace'),
      loadDevice: standIns.promise('loadDevice'),
      loadTroubled: standIns.promise('loadTroubled'),
    },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      storeShown: standIns.effect('storeShown', (_, { device }) => device?.wordCode),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type List = ReturnType<typeof startList>

const isIn = (value: StateValue, state: string) => nameOf(value).includes(state)

/** Devices on screen, and whether views were notified of the last change. */
function shownBy({ snapshot, standIns }: List) {
  const { board, revision } = snapshot().context
  const wordCodes = [...board.all()].map(({ wordCode }) => wordCode)
  return { board: wordCodes.toSorted(), areViewsNotified: revision === board.revision, open: standIns.open }
}

testPaths<DeviceListModelContext, DeviceListModelEvent, List>('the list of devices (DEV-3, DEV-6)', {
  model: deviceListModel,
  events: [
    { type: 'page.shows' },
    { type: 'page.leaves' },
    { type: 'person.reloads' },
    { type: 'server.lists', page: 'first' },
    { type: 'server.lists', page: 'second' },
    { type: 'server.lists', page: 'only' },
    { type: 'server.fails' },
    { type: 'list.crashes' },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
    { type: 'service.isLost' },
    { type: 'health.isChecked' },
    { type: 'health.isUnreachable' },
    { type: 'time.passes' },
    { type: 'device.changes', wordCode: 'A' },
    { type: 'device.isDeleted', wordCode: 'B' },
  ],
  possible: (event, { value, context: { cursor, viewCount } }) => {
    if (event.type === 'page.shows') return viewCount < 2
    if (event.type === 'page.leaves') return viewCount > 0
    if (event.type === 'time.passes') return isIn(value, 'list.loaded')
    if (event.type === 'server.lists')
      return isIn(value, 'list.loading') && (event.page === 'second') === (cursor !== '')
    return !['server.fails', 'list.crashes'].includes(event.type) || isIn(value, 'list.loading')
  },
  key: ({ value, context: { board, current, cursor, viewCount } }) =>
    `${nameOf(value)} ${board.toSorted()} ${/list.(loading|left)/.test(nameOf(value)) ? `${current.toSorted()} ${cursor} ${viewCount}` : ''}`,
  start: startList,
  perform: {
    'page.shows': ({ send }) => send({ type: 'devices.want' }),
    'page.leaves': ({ send }) => send({ type: 'devices.leave' }),
    'person.reloads': ({ send }) => send({ type: 'devices.reload' }),
    'server.lists': ({ standIns }, { page }) => {
      const { wordCodes, next } = pages[page]
      const devices = wordCodes.map((wordCode) => deviceOf(wordCode))
      standIns.sendBack('loadList', { type: 'list.part', devices, ...(next && { cursor: next }) } as EventObject)
      if (next === null) standIns.sendBack('loadList', { type: 'list.end' })
    },
    'server.fails': ({ standIns }) =>
      standIns.sendBack('loadList', { type: 'list.break', error: new Error('cut') } as EventObject),
    'list.crashes': ({ standIns }) => standIns.crash('loadList'),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'service.recovers': ({ send }) => send({ type: 'deviceService.restored' }),
    'service.isLost': ({ send }) => send({ type: 'deviceService.lost' }),
    'health.isChecked': ({ send }) => send({ type: 'health.checked', reach: [] }),
    'health.isUnreachable': ({ send }) => send({ type: 'health.unreachable' }),
    'device.changes': ({ send }, { wordCode }) => send({ type: 'device.changed', device: deviceOf(wordCode) }),
    'device.isDeleted': ({ send }, { wordCode }) => send({ type: 'device.deleted', wordCode }),
  },
  expected: ({ value, context: { board } }) => ({
    board: board.toSorted(),
    areViewsNotified: true,
    open: isIn(value, 'list.loading') ? ['loadList'] : [],
  }),
  actual: shownBy,
})

testPaths<DeviceSeekingModelContext, DeviceSeekingModelEvent, List>('a device that a page names (DEV-6)', {
  model: deviceSeekingModel,
  events: [
    { type: 'page.names', wordCode: 'A' },
    { type: 'page.names', wordCode: 'B' },
    { type: 'person.reloads' },
    { type: 'server.finds' },
    { type: 'server.findsNone' },
    { type: 'server.fails' },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
    { type: 'service.isLost' },
    { type: 'device.isDeleted', wordCode: 'A' },
  ],
  possible: ({ type }, { value }) => !type.startsWith('server.') || isIn(value, 'one.seeking'),
  key: ({ value, context: { wanted, board } }) => `${nameOf(value)} ${wanted} ${board}`,
  start: startList,
  perform: {
    'page.names': ({ send }, { wordCode }) => send({ type: 'device.want', wordCode }),
    'person.reloads': ({ send }) => send({ type: 'devices.reload' }),
    'server.finds': ({ standIns, snapshot }) => standIns.resolve('loadDevice', deviceOf(snapshot().context.wanted)),
    'server.findsNone': ({ standIns }) => standIns.resolve('loadDevice', null),
    'server.fails': ({ standIns }) => standIns.reject('loadDevice'),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'service.recovers': ({ send }) => send({ type: 'deviceService.restored' }),
    'service.isLost': ({ send }) => send({ type: 'deviceService.lost' }),
    'device.isDeleted': ({ send }, { wordCode }) => send({ type: 'device.deleted', wordCode }),
  },
  expected: ({ value, context: { board } }) => ({
    board,
    areViewsNotified: true,
    open: isIn(value, 'one.seeking') ? ['loadDevice'] : [],
  }),
  actual: shownBy,
})

function activityOf(kind: 'device-down' | 'device-up') {
  const at = '2026-03-02T09:02:30.000Z'
  return { id: kind, condominiumId: 'c1', wordCode: troubled, deviceName: '', ip: '', kind, description: '', at }
}

testPaths<DeviceReachModelContext, DeviceReachModelEvent, List>('devices in trouble (PAGE-1, LIVE-1)', {
  model: deviceReachModel,
  events: [
    { type: 'health.finds', online: true },
    { type: 'health.finds', online: false },
    { type: 'health.isUnreachable' },
    { type: 'gate.reportsLoss' },
    { type: 'gate.reportsRecovery' },
    { type: 'gate.isQuiet' },
    { type: 'server.lists' },
    { type: 'server.fails' },
    { type: 'service.recovers' },
    { type: 'socket.isRestored' },
    { type: 'device.isDeleted' },
  ],
  possible: ({ type }, { value }) => !type.startsWith('server.') || isIn(value, 'reach.loading'),
  key: ({ value, context: { board, offline, news } }) => `${nameOf(value)} ${board} ${offline} ${news}`,
  start: startList,
  perform: {
    'health.finds': ({ send }, { online }) =>
      send({
        type: 'health.checked',
        reach: [{ wordCode: troubled, online, latencyMs: null, lastContactAt: null }],
      }),
    'health.isUnreachable': ({ send }) => send({ type: 'health.unreachable' }),
    'gate.reportsLoss': ({ send }) =>
      send({ type: 'socket.batch', condominiumIds: ['c1'], activities: [activityOf('device-down')] }),
    'gate.reportsRecovery': ({ send }) =>
      send({ type: 'socket.batch', condominiumIds: ['c1'], activities: [activityOf('device-up')] }),
    'gate.isQuiet': ({ send }) => send({ type: 'socket.batch', condominiumIds: ['c1'], activities: [] }),
    'server.lists': ({ standIns }) =>
      standIns.resolve('loadTroubled', { devices: [deviceOf(troubled, { status: 'offline' })], nextCursor: null }),
    'server.fails': ({ standIns }) => standIns.reject('loadTroubled'),
    'service.recovers': ({ send }) => send({ type: 'deviceService.restored' }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'device.isDeleted': ({ send }) => send({ type: 'device.deleted', wordCode: troubled }),
  },
  expected: ({ value, context: { board, offline } }) => ({
    board,
    offline,
    areViewsNotified: true,
    open: isIn(value, 'reach.loading') ? ['loadTroubled'] : [],
  }),
  actual: (list) => ({
    ...shownBy(list),
    offline: [...list.snapshot().context.board.offline()].map(({ wordCode }) => wordCode),
  }),
})

testPaths<DevicePlaceModelContext, DevicePlaceModelEvent, List>('the devices of one condominium (PAGE-2)', {
  model: devicePlaceModel,
  events: [
    { type: 'page.shows', condominiumId: 'c1' },
    { type: 'page.shows', condominiumId: 'c2' },
    { type: 'page.leaves' },
    { type: 'person.reloads' },
    { type: 'server.lists', wordCodes: ['A', 'B'] },
    { type: 'server.lists', wordCodes: ['B'] },
    { type: 'server.fails' },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
  ],
  possible: ({ type }, { value }) => !type.startsWith('server.') || isIn(value, 'place.loading'),
  key: ({ value, context: { condominiumId, board } }) => `${nameOf(value)} ${condominiumId} ${board.toSorted()}`,
  start: startList,
  perform: {
    'page.shows': ({ send }, { condominiumId }) => send({ type: 'place.want', condominiumId }),
    'page.leaves': ({ send }) => send({ type: 'place.leave' }),
    'person.reloads': ({ send }) => send({ type: 'devices.reload' }),
    'server.lists': ({ standIns, snapshot }, { wordCodes }) => {
      const { condominiumId } = snapshot().context
      standIns.resolve(
        'loadPlace',
        wordCodes.map((code) => deviceOf(`${condominiumId}-${code}`, { condominiumId })),
      )
    },
    'server.fails': ({ standIns }) => standIns.reject('loadPlace'),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'service.recovers': ({ send }) => send({ type: 'deviceService.restored' }),
  },
  expected: ({ value, context: { board } }) => ({
    board: board.toSorted(),
    areViewsNotified: true,
    open: isIn(value, 'place.loading') ? ['loadPlace'] : [],
  }),
  actual: shownBy,
})

test('results of the health service and events of the gates change the board and notify the views', async () => {
  const { send, snapshot, advance } = startList()
  const revisionOf = () => snapshot().context.revision
  send({ type: 'device.changed', device: deviceOf('A', { status: 'offline' }) })
  await advance(120_000)
  let before = revisionOf()
  const lastContactAt = '2026-03-02T09:02:00.000Z'
  send({ type: 'health.checked', reach: [{ wordCode: 'A', online: true, latencyMs: 7, lastContactAt }] })
  const { board } = snapshot().context
  expect(board.get('A')).toMatchObject({ status: 'online', latencyMs: 7, lastContactAt })
  expect(revisionOf()).toBeGreaterThan(before)
  before = revisionOf()
  const at = '2026-03-02T09:02:30.000Z'
  const down = {
    id: 'e1',
    condominiumId: 'c1',
    wordCode: 'A',
    deviceName: '',
    ip: '',
    kind: 'device-down',
    description: '',
    at,
  } as const
  send({ type: 'socket.batch', condominiumIds: [], activities: [down] })
  expect(board.get('A')?.status).toBe('offline')
  expect(revisionOf()).toBeGreaterThan(before)
  before = revisionOf()
  send({ type: 'socket.batch', condominiumIds: ['c1'], activities: [] })
  expect(revisionOf()).toBe(before)
})

testCoverage(coverage)
