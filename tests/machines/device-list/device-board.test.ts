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
  ['a device that is put', (board: DeviceBoard) => board.put(deviceOf('A', { name: 'Garagem' }), now)],
  ['a device that goes', (board: DeviceBoard) => board.remove('A')],
  ['the end of a list', (board: DeviceBoard) => board.endList(board.beginList())],
  ['a check', (board: DeviceBoard) => board.putReach([reached('A', true, at)], now)],
  ['an activity', (board: DeviceBoard) => board.putActivities([activity('A', 'intercom')])],
])('%s raises the revision that views watch', (_, change) => {
  const board = boardOf('A')
  const { revision } = board
  change(board)
  expect(board.revision).toBeGreaterThan(revision)
})

test('what is heard of a device that is not listed makes no row', () => {
  const board = boardOf('A')
  board.putActivities([activity('stranger', 'intercom'), activity('A', 'intercom')])
  board.putReach([reached('stranger', true, at), reached('A', true, at)], now)
  expect([...board.all()].map(({ wordCode }) => wordCode)).toEqual(['A'])
  expect(board.get('A')?.latencyMs).toBe(7)
})

test('a device that is heard of is online from then on; one that goes down was last heard of before', () => {
  const board = boardOf('A', 'B')
  board.putActivities([activity('A', 'intercom'), activity('B', 'device-down')])
  expect(board.get('A')).toMatchObject({ status: 'online', lastContactAt: at })
  expect(board.get('B')).toMatchObject({ status: 'offline', lastContactAt: before })
})

test('a check tells when the server reached a device, and nothing older than what is known of it (LIVE-7)', () => {
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

test('when the server last told of a device is known, and goes with it (LIVE-7)', () => {
  const board = boardOf('A', 'B')
  expect(board.toldAt('A')).toBe(Date.parse(before))
  board.putActivities([activity('A', 'device-down')])
  expect(board.toldAt('A')).toBe(now)
  board.putReach([reached('B', true, null)], now + 1)
  expect(board.toldAt('B')).toBe(now + 1)
  board.remove('A')
  expect(board.toldAt('A')).toBeNull()
})

test('a device that somebody has switched off is in no trouble (LIVE-7)', () => {
  const board = new DeviceBoard()
  board.put(deviceOf('A', { status: 'offline', active: false }), 0)
  expect([...board.offline()]).toEqual([])
  board.put(deviceOf('A', { status: 'offline' }), 0)
  expect([...board.offline()]).toHaveLength(1)
})

test('devices are found by name or code alone, those that somebody wants first before the others (PAGE-6)', () => {
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
  ['all of it are named again', (board) => list(board, ['A', 'B', 'C']), ['A', 'B', 'C']],
  ['one is named no more', (board) => list(board, ['A', 'C']), ['A', 'C']],
  ['one is named twice, another not', (board) => list(board, ['A', 'A', 'C']), ['A', 'C']],
  ['one takes the place of another', (board) => list(board, ['A', 'B', 'D']), ['A', 'B', 'D']],
  [
    'one goes while the list comes, another is named no more',
    (board) => list(board, ['A', 'B'], () => board.remove('A')),
    ['B'],
  ],
  [
    'one comes while the list does, and another is named no more',
    (board) => list(board, ['A', 'B'], () => board.put(deviceOf('D'), now)),
    ['A', 'B', 'D'],
  ],
  [
    'one is only heard of while the list comes',
    (board) => list(board, ['A', 'B'], () => board.putReach([reached('C', true, at)], now)),
    ['A', 'B'],
  ],
  [
    'another list overtakes it',
    (board) => list(board, ['A', 'B'], () => list(board, ['A', 'B', 'C'])),
    ['A', 'B', 'C'],
  ],
  [
    'the list of another place names none, and its own all',
    (board) => list(board, ['A', 'B', 'C'], () => list(board, [], () => {}, 'c9')),
    ['A', 'B', 'C'],
  ],
  ['the list of their place names none', (board) => list(board, [], () => {}, 'c1'), []],
  ['the list of another place names none', (board) => list(board, [], () => {}, 'c9'), ['A', 'B', 'C']],
])('at the end of a list there is what it has named: %s', (_, come, left) => {
  const board = boardOf()
  list(board, ['A', 'B', 'C'])
  come(board)
  expect(Array.from(board.all(), ({ wordCode }) => wordCode).sort()).toEqual(left)
})

/** A list that names these, and what happens after the first part of it. */
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
