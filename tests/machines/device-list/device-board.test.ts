import { expect, test } from 'vitest'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { DeviceBoard } from '../../../src/machines/device-list/device-board.ts'
import { deviceOf } from '../devices/devices.ts'

const at = '2026-03-02T09:00:30.000Z'
const now = Date.parse(at)
const before = '2026-03-02T08:00:00.000Z'

function activity(wordCode: string, kind: Activity['kind']): Activity {
  return { id: 'e1', condominiumId: 'c1', wordCode, deviceName: '', ip: '', kind, description: '', at }
}

function reached(wordCode: string, online: boolean, lastContactAt: string | null) {
  return { wordCode, online, latencyMs: online ? 7 : null, lastContactAt }
}

function boardOf(...wordCodes: string[]): DeviceBoard {
  const board = new DeviceBoard()
  for (const wordCode of wordCodes) board.put(deviceOf(wordCode, { lastContactAt: before }), Date.parse(before))
  return board
}

test.each([
  ['adding a device', (board: DeviceBoard) => board.put(deviceOf('A', { name: 'Garagem' }), now)],
  ['removing a device', (board: DeviceBoard) => board.remove('A')],
  ['the end of a list', (board: DeviceBoard) => board.endList(board.beginList())],
  ['a check', (board: DeviceBoard) => board.putReach([reached('A', true, at)], now)],
  ['an activity', (board: DeviceBoard) => board.putActivities([activity('A', 'intercom')])],
])('%s raises the revision that views watch', (_, change) => {
  const board = boardOf('A')
  const { revision } = board
  change(board)
  expect(board.revision).toBeGreaterThan(revision)
})

test('reports about an unlisted device do not add a row', () => {
  const board = boardOf('A')
  board.putActivities([activity('stranger', 'intercom'), activity('A', 'intercom')])
  board.putReach([reached('stranger', true, at), reached('A', true, at)], now)
  expect([...board.all()].map(({ wordCode }) => wordCode)).toEqual(['A'])
  expect(board.get('A')?.latencyMs).toBe(7)
})

test('an event of a device proves no answer: the device that went down stays offline (STATE-2)', () => {
  const board = boardOf('A', 'B')
  board.putActivities([activity('A', 'device-down')])
  board.putActivities([activity('A', 'intercom'), activity('B', 'access-granted')])
  expect(board.get('A')).toMatchObject({ status: 'offline', lastContactAt: before })
  expect(board.spokeAt('A')).toBe(now)
  expect(board.get('B')?.lastContactAt).toBe(before)
})

test('a device that came back is online with the time of the report; a device that goes down keeps its previous contact time', () => {
  const board = boardOf('A', 'B')
  board.putActivities([activity('A', 'device-up'), activity('B', 'device-down')])
  expect(board.get('A')).toMatchObject({ status: 'online', lastContactAt: at })
  expect(board.get('B')).toMatchObject({ status: 'offline', lastContactAt: before })
})

test('a check sets the last contact of a device, except to an older time (LIVE-7)', () => {
  const board = boardOf('A', 'B', 'C', 'D')
  const earlier = '2026-03-02T07:00:00.000Z'
  board.putReach(
    [reached('A', true, at), reached('B', false, null), reached('C', true, earlier), reached('D', true, null)],
    now,
  )
  expect(board.get('C')?.lastContactAt).toBe(before)
  expect(board.get('D')?.lastContactAt).toBe(before)
  expect(board.get('A')).toMatchObject({ status: 'online', latencyMs: 7, lastContactAt: at })
  expect(board.get('B')).toMatchObject({ status: 'offline', latencyMs: null, lastContactAt: before })
})

test("the board keeps the time of the server's last report on a device, and removes it with the device (LIVE-7)", () => {
  const board = boardOf('A', 'B')
  expect(board.reportedAt('A')).toBe(Date.parse(before))
  board.putActivities([activity('A', 'device-down')])
  expect(board.reportedAt('A')).toBe(now)
  board.putReach([reached('B', true, null)], now + 1)
  expect(board.reportedAt('B')).toBe(now + 1)
  board.remove('A')
  expect(board.reportedAt('A')).toBeNull()
})

test('an inactive device is not among the devices in trouble (LIVE-7)', () => {
  const board = new DeviceBoard()
  board.put(deviceOf('A', { status: 'offline', active: false }), 0)
  expect([...board.offline()]).toEqual([])
  board.put(deviceOf('A', { status: 'offline' }), 0)
  expect([...board.offline()]).toHaveLength(1)
})

test('devices are found by name or wordCode only, with the preferred devices first (PAGE-6)', () => {
  const board = new DeviceBoard()
  for (const [wordCode, name] of [
    ['AV-1', 'Portão A'],
    ['AV-2', 'Portão B'],
    ['AV-3', 'Portão C'],
    ['BQ-1', 'Eclusa'],
  ] as const)
    board.put(deviceOf(wordCode, { name, ip: '10.9.9.9' }), now)
  const named = (text: string, first: string[] = [], most = 50) =>
    board.named(text, first, most).map(({ wordCode }) => wordCode)
  expect(named('portao', ['AV-3', 'BQ-1', 'gone', 'AV-2', 'AV-3'])).toEqual(['AV-3', 'AV-2', 'AV-1'])
  expect(named('PORTÃO', ['AV-3'], 2)).toEqual(['AV-3', 'AV-1'])
  expect(named('bq-1')).toEqual(['BQ-1'])
  expect(named('10.9')).toEqual([])
  expect(named(' ', ['AV-3', 'gone'])).toEqual(['AV-3'])
  board.put(deviceOf('AV-1', { name: 'Cancela' }), now)
  board.remove('AV-2')
  expect(named('portao')).toEqual(['AV-3'])
  expect(named('cancela')).toEqual(['AV-1'])
})

test.each<[string, (board: DeviceBoard) => void, string[]]>([
  ['the same devices again', (board) => list(board, ['A', 'B', 'C']), ['A', 'B', 'C']],
  ['one device missing', (board) => list(board, ['A', 'C']), ['A', 'C']],
  ['one device twice, another missing', (board) => list(board, ['A', 'A', 'C']), ['A', 'C']],
  ['one device replaced by another', (board) => list(board, ['A', 'B', 'D']), ['A', 'B', 'D']],
  [
    'one device removed while the list loads, another missing',
    (board) => list(board, ['A', 'B'], () => board.remove('A')),
    ['B'],
  ],
  [
    'one device added while the list loads, another missing',
    (board) => list(board, ['A', 'B'], () => board.put(deviceOf('D'), now)),
    ['A', 'B', 'D'],
  ],
  [
    'a check of an unlisted device while the list loads',
    (board) => list(board, ['A', 'B'], () => board.putReach([reached('C', true, at)], now)),
    ['A', 'B'],
  ],
  ['another list in between', (board) => list(board, ['A', 'B'], () => list(board, ['A', 'B', 'C'])), ['A', 'B', 'C']],
  [
    'an empty list of another condominium, and a complete list of its own',
    (board) => list(board, ['A', 'B', 'C'], () => list(board, [], () => {}, 'c9')),
    ['A', 'B', 'C'],
  ],
  ['an empty list of their condominium', (board) => list(board, [], () => {}, 'c1'), []],
  ['an empty list of another condominium', (board) => list(board, [], () => {}, 'c9'), ['A', 'B', 'C']],
])('after the end of a list, the board contains the listed devices: %s', (_, come, left) => {
  const board = boardOf()
  list(board, ['A', 'B', 'C'])
  come(board)
  expect(Array.from(board.all(), ({ wordCode }) => wordCode).sort()).toEqual(left)
})

/** Loads a list with these devices; `meanwhile` runs after its first page. */
function list(
  board: DeviceBoard,
  wordCodes: string[],
  meanwhile = () => {},
  condominiumId: string | null = null,
): void {
  const roll = board.beginList()
  const [first = [], rest = []] = [wordCodes.slice(0, 2), wordCodes.slice(2)]
  for (const part of [first, rest]) {
    board.putAll(
      part.map((wordCode) => deviceOf(wordCode)),
      now,
    )
    if (part === first) meanwhile()
  }
  board.endList(roll, condominiumId)
}

test('the answer of a call does not replace a status that a gate reported after the call', () => {
  const board = boardOf('A')
  const asked = board.order
  board.putActivities([activity('A', 'device-down'), activity('NEW', 'device-down')])
  board.putAll([deviceOf('A', { status: 'online' }), deviceOf('NEW', { status: 'online' })], now + 1, asked)
  expect(board.get('A')?.status).toBe('offline')
  expect(board.get('NEW')?.status).toBe('offline')
  expect(board.reportedAt('A')).toBe(now)
  board.putAll([deviceOf('A', { status: 'online' }), deviceOf('NEW', { status: 'online' })], now + 1, board.order)
  expect([...board.offline()]).toEqual([])
})

test('the answer of a call does not undo a change or a deletion after the call', () => {
  const board = boardOf('A', 'B')
  const roll = board.beginList()
  const asked = board.order
  board.put(deviceOf('A', { name: 'Garagem' }), now)
  board.remove('B')
  board.putAll([deviceOf('A', { name: 'Portão' }), deviceOf('B')], now, asked)
  board.endList(roll)
  expect([...board.all()].map(({ wordCode, name }) => [wordCode, name])).toEqual([['A', 'Garagem']])
  board.putAll([deviceOf('A', { name: 'Portão' }), deviceOf('B')], now, board.order)
  expect([...board.all()].map(({ wordCode, name }) => [wordCode, name])).toEqual([
    ['A', 'Portão'],
    ['B', deviceOf('B').name],
  ])
})
