import { expect, test } from 'vitest'
import { eventWords, programOf } from '../../../scripts/charts/event-words.ts'
import { payloadSketch } from '../../../src/inspector/payload/payload-sketch.ts'

const file = 'tests/inspector/charts/sample.machine.ts'
const words = new Map(Object.entries(eventWords(programOf([file]), file)))

test.each([
  ['kinds', '{ text: texto, count: número, is: true ou false, none: null, maybe?: texto, any: qualquer valor }'],
  ['one', '{ side: true | "left" | "right" | 5 | -1 }'],
  ['other', '{ side: true | "left" | "right" | 5 | -1 }'],
  ['by.red', '{ width: "wide" | "narrow" }'],
  ['by.green', '{ width: "wide" | "narrow" }'],
  ['lists', '{ texts: lista de texto, pairs: lista de { at: número }, all: lista de ("red" | "green") }'],
  ['together', '{ a: texto, b?: número, c: true ou false, d: texto }'],
  [
    'picked',
    '{ own: { a: texto, b?: número }, rest: { b?: número, c: true ou false },' +
      ' partial: { a?: texto, b?: número, c?: true ou false }, fixed: { a: texto, b?: número, c: true ou false } }',
  ],
  [
    'records',
    '{ free: { [nome]: número }, closed: { red: número, green: número },' +
      ' index: { [nome]: { a: texto, b?: número, c: true ou false } } }',
  ],
  ['indexed', '{ a: texto, b?: número }'],
  ['generic', '{ pair: { first: texto, second: lista de número } }'],
  ['recursive', '{ tree: { left?: qualquer valor, right: qualquer valor, name: texto } }'],
  [
    'strange',
    '{ file: qualquer valor, error: qualquer valor, act: qualquer valor, map: qualquer valor, at: qualquer valor }',
  ],
  [
    'parsed',
    '{ person: { id: texto, kind: "guest" | "resident", age?: número, nick: texto, email: texto | null,' +
      ' when: texto | null, gone?: número, length: número, tags: { [nome]: lista de (true ou false | "all") } } }',
  ],
  ['spread', '{ door: número, short: { id: texto, door: número } }'],
  ['twice', '{ a: texto | número, b?: texto }'],
  ['told', '{ name: texto }'],
  ['alone', '{}'],
])('the fields of %s are read from its type', (type, sketch) => {
  expect(payloadSketch(words.get(type)?.fields ?? [])).toBe(sketch)
})

test('chartWords reads only the declared events', () => {
  expect(words.size).toBe(18)
})

test('an event has the comment above it, or else the comment of its declaration', () => {
  expect(words.get('kinds')?.comment).toBe('Kinds.')
  expect(words.get('told')?.comment).toBe('Comment of the declaration.')
  expect(words.get('alone')?.comment).toBe('One alone.')
  expect(words.get('one')?.comment).toBe('')
})
