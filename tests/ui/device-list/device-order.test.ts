import { expect, test } from 'vitest'
import type { DeviceStatus } from '../../../contract/devices/device-status.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { DeviceBoard, type ListedDevice } from '../../../src/machines/device-list/device-board.ts'
import { deviceView, searchedTexts } from '../../../src/ui/device-list/device-order.ts'
import { device } from '../devices/devices-known.ts'

const everything = { text: '', deviceStatus: null, condominiumId: null }
const names = new Map([
  ['c1', 'Edifício Água Viva'],
  ['c2', 'Bosque'],
])
const byStatus = ({ device: { status } }: ListedDevice): DeviceStatus => status

/** Creates a board; `take` replaces its devices with a later list. */
function boardOf(...devices: Device[]) {
  const board = new DeviceBoard()
  const take = (...devices: Device[]) => {
    const roll = board.beginList()
    for (let start = 0; start < devices.length; start += 3) board.putAll(devices.slice(start, start + 3), 0)
    board.endList(roll)
  }
  take(...devices)
  return { board, take }
}

function viewOf({ board }: { board: DeviceBoard }, filter = {}, deviceStatus = byStatus, places = names) {
  const listed = board.byName()
  return deviceView(listed, searchedTexts(listed, places), { ...everything, ...filter }, deviceStatus)
}

function codes(...view: Parameters<typeof viewOf>): string[] {
  return viewOf(...view).devices.map(({ device }) => device.wordCode)
}

test('devices in trouble are first, then names in natural number order', () => {
  const listed = boardOf(
    device({ wordCode: 'A', name: 'Porta 10' }),
    device({ wordCode: 'B', name: 'porta 9' }),
    device({ wordCode: 'C', name: 'Átrio', status: 'unknown' }),
    device({ wordCode: 'D', name: 'Zelador', status: 'offline' }),
  )
  expect(codes(listed)).toEqual(['D', 'C', 'B', 'A'])
})

test('every device status has its rank in the list', () => {
  const deviceStatus: Record<string, DeviceStatus> = {
    A: 'online',
    B: 'inactive',
    C: 'unknown',
    D: 'failing',
    E: 'offline',
    F: 'halfOpen',
    G: 'open',
  }
  const listed = boardOf(...Object.keys(deviceStatus).map((wordCode) => device({ wordCode })))
  expect(codes(listed, {}, ({ device: { wordCode } }) => deviceStatus[wordCode] ?? 'online').join('')).toBe('GFEDCBA')
})

test('a search ignores accents and covers name, wordCode, address and condominium', () => {
  const listed = boardOf(
    device({ wordCode: 'AV-1', name: 'Portão', ip: '10.0.0.1' }),
    device({ wordCode: 'BQ-1', name: 'Eclusa', ip: '10.0.0.2', condominiumId: 'c2' }),
  )
  expect(codes(listed, { text: 'portao' })).toEqual(['AV-1'])
  expect(codes(listed, { text: ' bq-' })).toEqual(['BQ-1'])
  expect(codes(listed, { text: '10.0.0.2' })).toEqual(['BQ-1'])
  expect(codes(listed, { text: 'agua viva PORTÃO' })).toEqual(['AV-1'])
  expect(codes(listed, { text: 'portao bosque' })).toEqual([])
})

test('the status counts cover text and condominium, and ignore the selected status', () => {
  const listed = boardOf(
    device({ wordCode: 'A', status: 'offline' }),
    device({ wordCode: 'B' }),
    device({ wordCode: 'C', condominiumId: 'c2' }),
  )
  const filter = { deviceStatus: 'offline', condominiumId: 'c1' }
  expect(codes(listed, filter)).toEqual(['A'])
  const { byDeviceStatus, count } = viewOf(listed, filter)
  expect(byDeviceStatus).toMatchObject({ offline: [{}], online: [{}], open: [] })
  expect(count).toBe(2)
})

test('the next view has added, renamed, changed and removed devices in the right position', () => {
  const listed = boardOf(device({ wordCode: 'A', name: 'Um' }), device({ wordCode: 'B', name: 'Dois' }))
  expect(codes(listed)).toEqual(['B', 'A'])
  listed.take(device({ wordCode: 'A', name: 'Cancela', ip: '10.9.9.9' }), device({ wordCode: 'C', name: 'Abrigo' }))
  expect(codes(listed)).toEqual(['C', 'A'])
  expect(codes(listed, { text: '10.9.9.9' })).toEqual(['A'])
  expect(codes(listed, { text: 'um' })).toEqual([])
})

test('a device that was removed and added again is listed once', () => {
  const listed = boardOf(device({ wordCode: 'A' }), device({ wordCode: 'B' }))
  listed.take(device({ wordCode: 'B' }))
  listed.take(device({ wordCode: 'B' }), device({ wordCode: 'A' }))
  expect(codes(listed)).toEqual(['A', 'B'])
})

test('a device is found by its condominium as soon as the condominium name is known', () => {
  const listed = boardOf(device())
  expect(codes(listed, { text: 'edificio' }, byStatus, new Map())).toEqual([])
  expect(codes(listed, { text: 'edificio' })).toEqual(['AGUAVIVA-01'])
})

test('a device with a new address or condominium is found by them', () => {
  const moved = device({ wordCode: 'A', ip: '10.0.0.1', condominiumId: 'c1' })
  const listed = boardOf(moved)
  expect(codes(listed, { text: '10.0.0.9' })).toEqual([])
  listed.take({ ...moved, ip: '10.0.0.9', condominiumId: 'c2' })
  expect(codes(listed, { text: '10.0.0.9' })).toEqual(['A'])
  expect(codes(listed, { text: 'bosque' })).toEqual(['A'])
  expect(codes(listed, { text: 'viva' })).toEqual([])
})

test('thousands of devices that arrive in parts have the same order as in one list', () => {
  const many = Array.from({ length: 500 }, (_, n) => device({ wordCode: `D-${n}`, name: `Portão ${(n * 37) % 200}` }))
  const listed = boardOf(...many.slice(0, 100))
  codes(listed)
  listed.take(...many)
  const inOrder = many.toSorted(
    (one, other) => Number(one.name.slice(7)) - Number(other.name.slice(7)) || (one.wordCode < other.wordCode ? -1 : 1),
  )
  expect(codes(listed)).toEqual(inOrder.map(({ wordCode }) => wordCode))
})

test('byName returns the same array while only device states change', () => {
  const { board, take } = boardOf(device({ wordCode: 'A' }), device({ wordCode: 'B' }))
  const before = board.byName()
  take(device({ wordCode: 'A', status: 'offline' }), device({ wordCode: 'B' }))
  expect(board.byName()).toBe(before)
  take(device({ wordCode: 'B' }))
  expect(board.byName().map((each) => each.device.wordCode)).toEqual(['B'])
})
