import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { masked } from '../../../src/inspector/recording/masked.ts'
import { valueDifferences } from '../../../src/inspector/recording/value-differences.ts'

describe('the differences of a context between two moments (INS-8)', () => {
  test('name each changed, added and removed part by its path', () => {
    const before = { failureCount: 3, since: null, end: { at: 1 }, list: ['a', 'b'], gone: true }
    const after = { failureCount: 4, since: 'ontem', end: { at: 2 }, list: ['a'], fresh: { x: 1 } }
    expect(valueDifferences(before, after)).toEqual([
      { path: 'failureCount', before: '3', after: '4' },
      { path: 'since', before: 'null', after: '"ontem"' },
      { path: 'end.at', before: '1', after: '2' },
      { path: 'list.1', before: '"b"', after: null },
      { path: 'gone', before: 'true', after: null },
      { path: 'fresh', before: null, after: '{1}' },
    ])
  })

  test('are empty for equal values', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => valueDifferences(value, structuredClone(value)).length === 0))
  })

  test('exist between values with different texts as JSON', () => {
    const record = fc.dictionary(fc.string({ maxLength: 3 }), fc.integer(), { maxKeys: 5 })
    fc.assert(
      fc.property(record, record, (one, other) => {
        const isSame = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
        expect(valueDifferences(one, other).length === 0).toBe(isSame)
      }),
    )
  })

  test('show no secret', () => {
    const [difference] = valueDifferences({ pin: 12, token: 'a-token' }, { pin: 12, token: 7 })
    expect(difference).toEqual({ path: 'token', before: masked, after: masked })
  })

  test('are at most a hundred, and searched at most eight levels deep, also in a value that contains itself', () => {
    const numbers = (from: number) => Array.from({ length: 5_000 }, (_, index) => from + index)
    expect(valueDifferences({ all: numbers(0) }, { all: numbers(1) })).toHaveLength(100)
    const circle = (depth: number) => {
      const value: { depth: number; self?: unknown } = { depth }
      value.self = value
      return value
    }
    expect(valueDifferences(circle(1), circle(2)).length).toBeLessThanOrEqual(9)
  })
})
