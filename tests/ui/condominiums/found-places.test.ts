import { expect, test } from 'vitest'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { namedCondominiums } from '../../../src/ui/condominiums/search/condominium-index.ts'
import {
  foundGroups,
  keyOf,
  optionAt,
  optionCount,
  ranked,
  rowCount,
  rowOfOption,
  titleRows,
} from '../../../src/ui/condominiums/search/found-places.ts'
import { device } from '../devices/devices-known.ts'

const named = (id: string): Condominium => ({ id, name: id, wordCode: '', customersId: '' })
const condominiums = [...'abcdefgh'].map(named)
const devices = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7'].map((wordCode) => device({ wordCode }))

test('recently opened condominiums are first, then condominiums in trouble, then the others in the order of the list (PAGE-6)', () => {
  const all = namedCondominiums(condominiums)
  const ids = (head: readonly string[], troubled: readonly string[]) =>
    ranked(all, head, new Set(troubled)).map(({ condominium }) => condominium.id)
  expect(ids(['f', 'gone', 'b'], ['h', 'f', 'c'])).toEqual(['f', 'b', 'c', 'h', 'a', 'd', 'e', 'g'])
  expect(ranked(all, [], new Set())).toBe(all)
})

test('a result with condominiums only is a list without a title', () => {
  const groups = foundGroups(condominiums, [], { hasAll: true })
  expect(groups.map(({ title }) => title)).toEqual(['', ''])
  expect([optionCount(groups), rowCount(groups)]).toEqual([9, 9])
  expect(optionAt(groups, 0)).toEqual({ kind: 'all' })
  expect(optionAt(groups, 8)).toEqual({ kind: 'condominium', condominium: named('h') })
  expect(optionAt(groups, 9)).toBeUndefined()
})

test('many condominiums do not hide the devices, and many devices do not hide the condominiums', () => {
  const groups = foundGroups(condominiums, devices, { hasAll: true })
  expect(groups.map(({ title }) => title)).toEqual([
    '',
    'Condomínios',
    'Dispositivos',
    'Outros condomínios',
    'Outros dispositivos',
  ])
  expect([optionCount(groups), rowCount(groups)]).toEqual([16, 20])
  const keys = Array.from({ length: 16 }, (_, index) => {
    const option = optionAt(groups, index)
    return option && keyOf(option)
  })
  expect(keys.slice(0, 9)).toEqual(['all', 'a', 'b', 'c', 'd', 'e', 'f', 'device W1', 'device W2'])
  expect(new Set(keys).size).toBe(16)
  const rows = keys.map((_, index) => rowOfOption(groups, index))
  const titles = titleRows(groups)
  expect(titles).toEqual([1, 8, 15, 18])
  expect([...rows, ...titles].sort((left, right) => left - right)).toEqual(Array.from({ length: 20 }, (_, row) => row))
  expect(rowOfOption(groups, -1)).toBe(-1)
})

test('devices alone have their title, and an empty result has no groups', () => {
  const groups = foundGroups([], devices.slice(0, 2), { hasAll: false })
  expect(groups.map(({ title }) => title)).toEqual(['Dispositivos'])
  expect(rowOfOption(groups, 0)).toBe(1)
  expect(foundGroups([], [], { hasAll: false })).toEqual([])
})
