import { expect, test } from 'vitest'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { DeviceBoard } from '../../../src/machines/device-list/device-board.ts'
import { deviceOf } from '../devices/devices.ts'

const at = '2026-03-02T09:00:30.000Z'
const before = '2026-03-02T08:00:00.000Z'

function activity(wordCode: string, kind: Activity['kind']): Activity {
  return { id: 'e1', condominiumId: 'c1', wordCode, deviceName: '', ip: '', kind, description: '', at }
}

function boardOf(...wordCodes: string[]): DeviceBoard {
  const board = new DeviceBoard()
  for (const wordCode of wordCodes) board.put(deviceOf(wordCode, { lastContactAt: before }))
  return board
}

test.each([
  ['a device that is put', (board: DeviceBoard) => board.put(deviceOf('A', { name: 'Garagem' }))],
  ['a device that goes', (board: DeviceBoard) => board.remove('A')],
  ['the end of a list', (board: DeviceBoard) => board.endList()],
  ['a check', (board: DeviceBoard) => board.putReach([{ wordCode: 'A', online: true, latencyMs: 7 }], at)],
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
  board.putReach(
    [
      { wordCode: 'stranger', online: true, latencyMs: 1 },
      { wordCode: 'A', online: true, latencyMs: 7 },
    ],
    at,
  )
  expect([...board.all()].map(({ wordCode }) => wordCode)).toEqual(['A'])
  expect(board.get('A')?.latencyMs).toBe(7)
})

test('a device that is heard of is online from then on; one that goes down was last heard of before', () => {
  const board = boardOf('A', 'B')
  board.putActivities([activity('A', 'intercom'), activity('B', 'device-down')])
  expect(board.get('A')).toMatchObject({ status: 'online', lastContactAt: at })
  expect(board.get('B')).toMatchObject({ status: 'offline', lastContactAt: before })
})

test('a check that reaches a device moves its last contact, one that does not leaves it', () => {
  const board = boardOf('A', 'B')
  const reach = [
    { wordCode: 'A', online: true, latencyMs: 7 },
    { wordCode: 'B', online: false, latencyMs: null },
  ]
  board.putReach(reach, at)
  expect(board.get('A')).toMatchObject({ status: 'online', latencyMs: 7, lastContactAt: at })
  expect(board.get('B')).toMatchObject({ status: 'offline', latencyMs: null, lastContactAt: before })
})
