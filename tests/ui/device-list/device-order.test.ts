import { expect, test } from 'vitest'
import type { Device } from '../../../contract/wire/answers/devices.ts'
import { DeviceBoard } from '../../../src/machines/device-list/device-board.ts'
import { DeviceIndex, type DeviceView } from '../../../src/ui/device-list/device-order.ts'
import { type DeviceStanding, standingOf } from '../../../src/ui/devices/device-standing.ts'
import { circuit, device } from '../devices/devices-known.ts'

const everything = { text: '', standing: null, condominiumId: null }
const names = new Map([
  ['c1', 'Edifício Água Viva'],
  ['c2', 'Bosque'],
])
const byStatus = ({ status }: Device): DeviceStanding => status

interface Listed {
  board: DeviceBoard
  index: DeviceIndex
  /** The list as the server has it now. */
  take(...devices: Device[]): void
}

function indexOf(...devices: Device[]): Listed {
  const board = new DeviceBoard()
  const take = (...devices: Device[]) => {
    const roll = board.beginList()
    for (let start = 0; start < devices.length; start += 3) board.putAll(devices.slice(start, start + 3), 0)
    board.endList(roll)
  }
  take(...devices)
  return { board, index: new DeviceIndex(board), take }
}

function codes({ index }: Listed, filter = {}, standing = byStatus, places = names): string[] {
  return codesIn(index.view({ ...everything, ...filter }, places, standing))
}

function codesIn({ devices }: DeviceView): string[] {
  return Array.from(devices, ({ wordCode }) => wordCode)
}

test('trouble stands first, then names in the order a person counts', () => {
  const index = indexOf(
    device({ wordCode: 'A', name: 'Porta 10' }),
    device({ wordCode: 'B', name: 'porta 9' }),
    device({ wordCode: 'C', name: 'Átrio', status: 'unknown' }),
    device({ wordCode: 'D', name: 'Zelador', status: 'offline' }),
  )
  expect(codes(index)).toEqual(['D', 'C', 'B', 'A'])
})

test('every kind of trouble has its place', () => {
  const standing: Record<string, DeviceStanding> = {
    A: 'online',
    B: 'inactive',
    C: 'unknown',
    D: 'failing',
    E: 'offline',
    F: 'halfOpen',
    G: 'open',
  }
  const index = indexOf(...Object.keys(standing).map((wordCode) => device({ wordCode })))
  expect(codes(index, {}, ({ wordCode }) => standing[wordCode] ?? 'online').join('')).toBe('GFEDCBA')
})

test('a search is blind to accents and looks at name, wordCode, address and condominium', () => {
  const index = indexOf(
    device({ wordCode: 'AV-1', name: 'Portão', ip: '10.0.0.1' }),
    device({ wordCode: 'BQ-1', name: 'Eclusa', ip: '10.0.0.2', condominiumId: 'c2' }),
  )
  expect(codes(index, { text: 'portao' })).toEqual(['AV-1'])
  expect(codes(index, { text: ' bq-' })).toEqual(['BQ-1'])
  expect(codes(index, { text: '10.0.0.2' })).toEqual(['BQ-1'])
  expect(codes(index, { text: 'agua viva PORTÃO' })).toEqual(['AV-1'])
  expect(codes(index, { text: 'portao bosque' })).toEqual([])
})

test('counts tell of every standing within text and condominium, whatever standing is chosen', () => {
  const index = indexOf(
    device({ wordCode: 'A', status: 'offline' }),
    device({ wordCode: 'B' }),
    device({ wordCode: 'C', condominiumId: 'c2' }),
  )
  const view = index.index.view({ text: '', standing: 'offline', condominiumId: 'c1' }, names, byStatus)
  expect(codesIn(view)).toEqual(['A'])
  expect(view.counts).toMatchObject({ offline: 1, online: 1, open: 0 })
  expect(view.count).toBe(2)
})

test('what is added, renamed, changed or gone is in its place at the next look', () => {
  const index = indexOf(device({ wordCode: 'A', name: 'Um' }), device({ wordCode: 'B', name: 'Dois' }))
  expect(codes(index)).toEqual(['B', 'A'])
  index.take(device({ wordCode: 'A', name: 'Cancela', ip: '10.9.9.9' }), device({ wordCode: 'C', name: 'Abrigo' }))
  expect(codes(index)).toEqual(['C', 'A'])
  expect(codes(index, { text: '10.9.9.9' })).toEqual(['A'])
  expect(codes(index, { text: 'um' })).toEqual([])
})

test('a device that went and came back is there once', () => {
  const index = indexOf(device({ wordCode: 'A' }), device({ wordCode: 'B' }))
  index.take(device({ wordCode: 'B' }))
  index.take(device({ wordCode: 'B' }), device({ wordCode: 'A' }))
  expect(codes(index)).toEqual(['A', 'B'])
})

test('a condominium that becomes known by its name is searched at once', () => {
  const index = indexOf(device())
  expect(codes(index, { text: 'edificio' }, byStatus, new Map())).toEqual([])
  expect(codes(index, { text: 'edificio' })).toEqual(['AGUAVIVA-01'])
})

test('what a growing text finds is what it would find at once, and what comes meanwhile is among it', () => {
  const many = Array.from({ length: 200 }, (_, n) =>
    device({ wordCode: `D-${n}`, name: `Portão ${(n * 37) % 200}`, condominiumId: n % 2 === 0 ? 'c1' : 'c2' }),
  )
  const index = indexOf(...many)
  const typed = ['p', 'portao', 'portao 1', 'portao 1 bosque', 'portao 1', '', '17', 'bosque 17']
  for (const condominiumId of [null, 'c2', null])
    for (const text of typed)
      expect(codes(index, { text, condominiumId })).toEqual(codes(indexOf(...many), { text, condominiumId }))
  index.take(...many, device({ wordCode: 'NEW', name: 'Cancela 17', condominiumId: 'c2' }))
  expect(codes(index, { text: 'bosque 17' })[0]).toBe('NEW')
})

test('nothing is green while nobody can say how devices are', () => {
  expect(standingOf(device(), circuit({}), true)).toBe('unknown')
  expect(standingOf(device(), circuit({ state: 'OPEN' }), true)).toBe('unknown')
})

test('a standing says the gravest thing that is known', () => {
  expect(standingOf(device(), circuit({}), false)).toBe('online')
  expect(standingOf(device({ status: 'unknown' }), circuit({}), false)).toBe('unknown')
  expect(standingOf(device(), circuit({ failureCount: 2 }), false)).toBe('failing')
  expect(standingOf(device({ status: 'offline' }), circuit({ failureCount: 2 }), false)).toBe('offline')
  const failedAt = Date.parse('2026-11-22T03:00:00Z')
  const failed = circuit({ failureCount: 2, lastFailureServerTime: failedAt })
  expect(standingOf(device({ lastContactAt: '2026-11-22T02:59:00Z' }), failed, false)).toBe('failing')
  expect(standingOf(device({ lastContactAt: '2026-11-22T03:01:00Z' }), failed, false)).toBe('online')
  expect(standingOf(device({ status: 'offline' }), circuit({ state: 'HALF_OPEN' }), false)).toBe('halfOpen')
  expect(standingOf(device(), circuit({ state: 'OPEN' }), false)).toBe('open')
  expect(standingOf(device({ active: false, status: 'offline' }), circuit({ state: 'OPEN' }), false)).toBe('inactive')
})

test('finds among thousands what it finds among few, while a word grows, shrinks and another comes', () => {
  const kinds = ['Leitor', 'Portão', 'Eclusa', 'Torre']
  const many = Array.from({ length: 6_000 }, (_, n) =>
    device({
      wordCode: `D-${n}`,
      name: `${kinds[n % 4]} ${n % 97}`,
      ip: `10.0.${n % 9}.${n % 250}`,
      condominiumId: n % 3 === 0 ? 'c1' : 'c2',
    }),
  )
  const index = indexOf(...many)
  const each = many.map((one) => indexOf(one))
  for (const text of [
    'l',
    'le',
    'leitor',
    'r',
    'D-599',
    '10.0.3',
    '10.0.3.1',
    'bosque',
    'agua 7',
    'torre bosque 1',
    'nada',
    '',
  ])
    expect(codes(index, { text }).sort(), text).toEqual(each.flatMap((one) => codes(one, { text })).sort())
})

test('what a text has found stands in its order when its devices stand otherwise, and so does what a longer one finds', () => {
  const index = indexOf(...['A', 'B', 'C', 'D'].map((wordCode) => device({ wordCode, name: 'Portão' })))
  const failing = (...wordCodes: string[]) => {
    return ({ wordCode }: Device): DeviceStanding => (wordCodes.includes(wordCode) ? 'offline' : 'online')
  }
  expect(codes(index, { text: 'por' }, failing('C'))).toEqual(['C', 'A', 'B', 'D'])
  expect(codes(index, { text: 'por' }, failing('D', 'A'))).toEqual(['A', 'D', 'B', 'C'])
  expect(codes(index, { text: 'portao' }, failing('B'))).toEqual(['B', 'A', 'C', 'D'])
  expect(codes(index, { text: 'portao', standing: 'online' }, failing('B'))).toEqual(['A', 'C', 'D'])
})

test('a device that is given another address or condominium is found by it', () => {
  const moved = device({ wordCode: 'A', ip: '10.0.0.1', condominiumId: 'c1' })
  const index = indexOf(moved)
  expect(codes(index, { text: '10.0.0.9' })).toEqual([])
  index.take({ ...moved, ip: '10.0.0.9', condominiumId: 'c2' })
  expect(codes(index, { text: '10.0.0.9' })).toEqual(['A'])
  expect(codes(index, { text: 'bosque' })).toEqual(['A'])
  expect(codes(index, { text: 'viva' })).toEqual([])
})

test('a look in steps shows what was seen before until it is done, and then what has come and gone since', () => {
  const many = Array.from({ length: 12_000 }, (_, n) => device({ wordCode: `D-${n}`, name: `Leitor ${n}` }))
  const listed = indexOf(...many)
  const before = codes(listed)
  listed.take(...many.slice(1), device({ wordCode: 'NEW', name: 'Abrigo' }))
  const seen: string[][] = []
  let steps = 0
  for (const _ of listed.index.look(names, byStatus)) {
    seen.push(codesIn(listed.index.found(everything)))
    if (++steps === 2) listed.board.put(device({ wordCode: 'LATE', name: 'Bicicletário' }), 0)
    if (steps === 2) listed.board.remove('D-2')
  }
  expect(steps).toBeGreaterThan(3)
  for (const shown of seen) expect(shown).toEqual(before)
  expect(codes(listed)).toEqual(['NEW', 'LATE', ...before.slice(1).filter((code) => code !== 'D-2')])
})
