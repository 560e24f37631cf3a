import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonErrorPlace } from '../../../src/inspector/payload/json-error.ts'

test.each([
  ['', 1, 1],
  ['{', 1, 2],
  ['{"a"', 1, 5],
  ['{"a" 1}', 1, 6],
  ['{"a": }', 1, 7],
  ['{a: 1}', 1, 2],
  ['{"a": 1,}', 1, 9],
  ['[1,]', 1, 4],
  ['[1 2]', 1, 4],
  ['[1}', 1, 3],
  ['{"a": 1]', 1, 8],
  ['{} {}', 1, 4],
  ['[01]', 1, 3],
  ['[1.]', 1, 2],
  ['["a\nb"]', 1, 2],
  ['["\\x"]', 1, 2],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['[true, nil]', 1, 8],
])('%j has its first JSON error at line %d, column %d', (text, line, column) => {
  expect(jsonErrorPlace(text)).toEqual({ line, column })
})

test.each(['{}', '[]', ' [ ] ', '0', '-1.5e+3', 'null', '"\\u00e9\\n"', '{"a":[{"b":[]},2]}', '"\u007f\u2028"'])(
  '%j is valid JSON',
  (text) => {
    expect(jsonErrorPlace(text)).toBeNull()
  },
)

test('jsonErrorPlace finds an error in exactly the texts that JSON.parse refuses', () => {
  const mangled = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '{', ']', ':', '0', '\\', '\n'))
    .map(([json, at, put]) => json.slice(0, at % (json.length + 1)) + put + json.slice((at % (json.length + 1)) + 1))
  fc.assert(
    fc.property(fc.oneof(fc.json(), mangled, fc.string()), (text) => {
      expect(jsonErrorPlace(text) === null).toBe(isJson(text))
    }),
    { seed: 20261121, numRuns: 2000 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
