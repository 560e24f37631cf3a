import { expect, test } from 'vitest'
import { type RowKeys, rowKeysAfter } from '../../../src/ui/parts/row-keys.ts'

const nothing: RowKeys = { keys: new Map(), text: '' }
const keysOf = ({ keys }: RowKeys) => [...keys.values()]

test('what stays on screen keeps its row, wherever it moves, and whatever is searched for', () => {
  const before = rowKeysAfter(nothing, ['A', 'B', 'C'], '')
  expect(rowKeysAfter(before, ['C', 'A'], '').keys).toEqual(new Map([...before.keys].filter(([code]) => code !== 'B')))
  expect(rowKeysAfter(before, ['C', 'A'], 'a').keys.get('C')).toBe(before.keys.get('C'))
})

test('while the same is searched for, nothing comes into the row of another', () => {
  const before = rowKeysAfter(nothing, ['A', 'B', 'C'], 'p')
  const after = rowKeysAfter(before, ['D', 'A', 'E'], 'p')
  expect(keysOf(after).filter((key) => keysOf(before).includes(key))).toEqual([before.keys.get('A')])
  expect(new Set(keysOf(after)).size).toBe(3)
})

test('with another text those that come take the rows of those that go; for more of them there are more', () => {
  const before = rowKeysAfter(nothing, ['A', 'B', 'C'], 'p')
  const after = rowKeysAfter(before, ['D', 'B', 'E', 'F'], 'po')
  expect([...after.keys.keys()]).toEqual(['D', 'B', 'E', 'F'])
  expect(keysOf(after).slice(0, 3).sort()).toEqual(keysOf(before).sort())
  expect(new Set(keysOf(after)).size).toBe(4)
})
