import { expect, it } from 'vitest'
import { jsonParts } from '../../../src/services/last-known/json-parts.ts'

const list = (length: number) => Array.from({ length }, (_, id) => ({ id, name: `Edifício "Água" ${id}`, at: null }))

it.each([
  ['nothing', null],
  ['a text', 'Portão "A"\n'],
  ['an empty list', []],
  ['an empty record', {}],
  ['a record without a value', { at: 1, data: undefined, after: 2 }],
  ['a list that is written in one part', list(200)],
  ['one that is not', { at: 1, data: { result: list(401), nextCursor: null } }],
  ['lists in lists', [[[1]], [], [{ a: [] }]]],
])('%s gives the same text as JSON.stringify', (_, value) => {
  expect([...jsonParts(value)].join('')).toBe(JSON.stringify(value))
})

it('a long list is split into parts of about the same size', () => {
  const parts = [...jsonParts({ data: list(10_000) })]
  expect(parts.length).toBeGreaterThan(5)
  for (const part of parts) expect(part.length).toBeLessThan(80_000)
})
