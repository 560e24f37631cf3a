import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventWords } from '../../../scripts/chart-words/event-words.ts'
import { SourceModules } from '../../../scripts/chart-words/source-modules.ts'
import { payloadSketch } from '../../../src/inspector/payload/payload-sketch.ts'

const file = 'tests/inspector/charts/sample.machine.ts'
const modules = new SourceModules()
const words = eventWords(modules, file, readFileSync(file, 'utf8'))

test.each([
  ['kinds', '{ text: texto, count: número, is: true ou false, none: null, maybe?: texto, any: qualquer valor }'],
  ['one', '{ side: "left" | "right" | 5 | -1 | true }'],
  ['other', '{ side: "left" | "right" | 5 | -1 | true }'],
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
  ['recursive', '{ tree: { name: texto, left?: qualquer valor, right: qualquer valor } }'],
  [
    'strange',
    '{ file: qualquer valor, error: qualquer valor, act: qualquer valor, map: qualquer valor, at: qualquer valor }',
  ],
  [
    'parsed',
    '{ person: { id: texto, kind: "guest" | "resident", age?: número, nick: texto, email: texto | null,' +
      ' when: texto | null, gone?: número, length: qualquer valor, tags: { [nome]: lista de (true ou false | "all") } } }',
  ],
  ['spread', '{ door: número, short: { id: texto, door: número } }'],
  ['twice', '{ a: texto | número, b?: texto }'],
  ['told', '{ name: texto }'],
  ['alone', '{}'],
])('the fields of %s are read from its type', (type, sketch) => {
  expect(payloadSketch(words.get(type)?.fields ?? [])).toBe(sketch)
})

test('nothing else is read', () => {
  expect(words.size).toBe(18)
})

test('an event has the comment that stands before it, else that of its declaration', () => {
  expect(words.get('kinds')?.comment).toBe('Kinds.')
  expect(words.get('told')?.comment).toBe('Said by itself.')
  expect(words.get('alone')?.comment).toBe('One alone.')
  expect(words.get('one')?.comment).toBe('')
})

test('the files that the words come from are known', () => {
  expect(modules.files).toEqual([file, 'tests/inspector/charts/sample-types.ts'])
})
