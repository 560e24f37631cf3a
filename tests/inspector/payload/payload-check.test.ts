import words from 'virtual:chart-words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPayload, payloadLimits, payloadTemplate } from '../../../src/inspector/payload/payload-check.ts'
import type { Field } from '../../../src/inspector/payload/payload-shape.ts'
import {
  anyFields,
  boolean,
  fittingPayload,
  list,
  literal,
  nothing,
  number,
  object,
  optional,
  required,
  text,
  union,
  unknown,
} from './shapes.ts'

fc.configureGlobal({ seed: 20261121, numRuns: 1000 })

const failedCall = [required('pass', number), required('at', number), required('error', text)]
const signIn = [required('credentials', object(required('email', text), required('remember', boolean)))]
const format = [required('format', union(literal('csv'), literal('json')))]
const reach = [required('reach', list(object(required('online', boolean))))]
const operation = [
  required(
    'operation',
    union(
      object(required('kind', literal('test')), required('code', text)),
      object(required('kind', literal('rename')), required('code', text), required('name', text)),
    ),
  ),
]

function problemsOf(payload: string, fields: readonly Field[]) {
  const checked = checkPayload(payload, fields)
  return checked.kind === 'valid' ? [] : checked.problems.map(({ path, text }) => [path, text])
}

describe('checkPayload accepts a payload that fits', () => {
  test.each<[string, readonly Field[], string]>([
    ['nothing for no fields', [], '{}'],
    ['every field', failedCall, '{ "pass": 1, "at": 1.5, "error": "E" }'],
    ['an optional field left out', [optional('a', number)], '{}'],
    ['an optional field given', [optional('a', number)], '{ "a": -1e3 }'],
    ['one of the literals', format, '{ "format": "json" }'],
    ['a literal number', [required('a', literal(5))], '{ "a": 5 }'],
    ['null where it may be', [required('token', union(text, nothing))], '{ "token": null }'],
    ['an object in an object', signIn, '{ "credentials": { "email": "a@b", "remember": true } }'],
    ['an empty list', reach, '{ "reach": [] }'],
    ['a list of objects', reach, '{ "reach": [{ "online": true }, { "online": false }] }'],
    ['an object of free names', [required('data', { kind: 'record', of: number })], '{ "data": { "a": 1, "b b": 2 } }'],
    ['anything where nothing is known', [required('error', unknown)], '{ "error": [{ "a": null }, 1] }'],
    ['the object of its kind', operation, '{ "operation": { "kind": "rename", "code": "A", "name": "" } }'],
    ['a type further in', [required('data', unknown)], '{ "data": { "type": "a" } }'],
  ])('%s', (_, fields, payload) => {
    expect(checkPayload(payload, fields)).toEqual({ kind: 'valid', payload: JSON.parse(payload) })
  })
})

describe('checkPayload explains each problem and what to do', () => {
  test.each<[string, readonly Field[], string, [string, string][]]>([
    ['an empty text', [], ' \n', [['', 'Escreva um objeto JSON; sem campos, é {}.']]],
    [
      'a text that is not JSON',
      [],
      '{\n  "a": 1,\n}',
      [['', 'Isto não é JSON: corrija a partir da linha 3, coluna 1.']],
    ],
    ['single quotes', [], "{'a': 1}", [['', 'Isto não é JSON: corrija a partir da linha 1, coluna 2.']]],
    ['an unfinished list', [], '{"a": [1', [['', 'Isto não é JSON: corrija a partir da linha 1, coluna 9.']]],
    ['a list', [], '[]', [['', 'Escreva um objeto, entre chaves: { … }.']]],
    ['a text', [], '"a"', [['', 'Escreva um objeto, entre chaves: { … }.']]],
    ['null', [], 'null', [['', 'Escreva um objeto, entre chaves: { … }.']]],
    ['a type', [], '{ "type": "x" }', [['type', 'Tire "type": o evento já foi escolhido acima.']]],
    [
      'a value of another kind',
      failedCall,
      '{ "pass": 1, "at": "2", "error": "" }',
      [['at', '"at" deve ser um número.']],
    ],
    [
      'a number instead of a text',
      failedCall,
      '{ "pass": 1, "at": 2, "error": 5 }',
      [['error', '"error" deve ser um texto (entre aspas).']],
    ],
    [
      'fields that are missing',
      failedCall,
      '{ "at": 1 }',
      [
        ['pass', 'Falta "pass": inclua um número.'],
        ['error', 'Falta "error": inclua um texto (entre aspas).'],
      ],
    ],
    [
      'an unknown field',
      failedCall,
      '{ "pass": 1, "at": 1, "error": "", "when": 2 }',
      [['when', 'Tire "when": os campos daqui são "pass", "at" e "error".']],
    ],
    [
      'an unknown field beside the only field',
      format,
      '{ "format": "csv", "a": 1 }',
      [['a', 'Tire "a": aqui só há "format".']],
    ],
    ['a field of an event without fields', [], '{ "a": 1 }', [['a', 'Tire "a": aqui não há campos.']]],
    ['another literal', format, '{ "format": "pdf" }', [['format', '"format" deve ser "csv" ou "json".']]],
    [
      'a value of neither of two kinds',
      [required('token', union(text, nothing))],
      '{ "token": 1 }',
      [['token', '"token" deve ser um texto (entre aspas) ou null.']],
    ],
    [
      'a field of a field',
      signIn,
      '{ "credentials": { "email": null, "remember": true, "code": 1 } }',
      [
        ['credentials.email', '"credentials.email" deve ser um texto (entre aspas).'],
        ['credentials.code', 'Tire "credentials.code": os campos daqui são "email" e "remember".'],
      ],
    ],
    [
      'a list instead of an object',
      signIn,
      '{ "credentials": [] }',
      [['credentials', '"credentials" deve ser um objeto: { email: texto, remember: true ou false }.']],
    ],
    [
      'an item of a list',
      reach,
      '{ "reach": [{ "online": true }, {}] }',
      [['reach[1].online', 'Falta "reach[1].online": inclua true ou false.']],
    ],
    [
      'an object instead of a list',
      reach,
      '{ "reach": {} }',
      [['reach', '"reach" deve ser uma lista (entre colchetes) de { online: true ou false }.']],
    ],
    [
      'a wrong field that distinguishes several objects',
      operation,
      '{ "operation": { "kind": "edit", "code": "A" } }',
      [['operation.kind', '"operation.kind" deve ser "test" ou "rename".']],
    ],
    [
      'a missing field that distinguishes several objects',
      operation,
      '{ "operation": {} }',
      [['operation.kind', 'Falta "operation.kind": inclua "test" ou "rename".']],
    ],
    [
      'a missing field of the closest of several objects',
      operation,
      '{ "operation": { "kind": "rename", "code": "A" } }',
      [['operation.name', 'Falta "operation.name": inclua um texto (entre aspas).']],
    ],
    [
      'a value under a free name',
      [required('data', { kind: 'record', of: number })],
      '{ "data": { "a": "" } }',
      [['data.a', '"data.a" deve ser um número.']],
    ],
    ['a prototype', [], '{ "__proto__": {} }', [['__proto__', 'Tire "__proto__": esse nome não é aceito.']]],
    [
      'a prototype in an unknown value',
      [required('data', unknown)],
      '{ "data": [{ "constructor": 1 }] }',
      [['data[0].constructor', 'Tire "data[0].constructor": esse nome não é aceito.']],
    ],
  ])('for %s', (_, fields, payload, problems) => {
    expect(problemsOf(payload, fields)).toEqual(problems)
  })

  test('for a text that is too long', () => {
    const longest = `{ "a": "${'x'.repeat(payloadLimits.characters - '{ "a": "" }'.length)}" }`
    expect(problemsOf(longest, [required('a', text)])).toEqual([])
    expect(problemsOf(`${longest} `, [required('a', text)])).toEqual([
      ['', 'O texto tem 100.001 caracteres: encurte para 100.000 no máximo.'],
    ])
  })

  test('for too many levels', () => {
    const nested = (levels: number) => `{ "a": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)} }`
    const fields = [required('a', unknown)]
    expect(problemsOf(nested(20), fields)).toEqual([])
    expect(problemsOf(nested(21), fields)[0]?.[1]).toBe('Há mais de 20 níveis, um dentro do outro: simplifique.')
    expect(problemsOf(nested(49_000), fields)[0]?.[1]).toBe('Há mais de 20 níveis, um dentro do outro: simplifique.')
  })

  test('for twenty problems at most, even in a long list', () => {
    const many = JSON.stringify({ reach: Array(20_000).fill(1) })
    expect(problemsOf(many, reach)).toHaveLength(20)
    const unknownNames = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]))
    expect(problemsOf(JSON.stringify(unknownNames), failedCall)).toHaveLength(20)
  })
})

describe('for any fields', () => {
  test('checkPayload does not throw for any text, and returns an accepted payload unchanged', () => {
    fc.assert(
      fc.property(anyFields, fc.oneof(fc.json(), fc.string()), (fields, payload) => {
        const checked = checkPayload(payload, fields)
        if (checked.kind === 'valid') expect(checked.payload).toEqual(JSON.parse(payload))
        else expect(checked.problems.length).toBeGreaterThan(0)
      }),
    )
  })

  test('checkPayload accepts a payload with the shapes of all fields', () => {
    const pairs = anyFields.chain((fields) => fittingPayload(fields).map((payload) => ({ fields, payload })))
    fc.assert(
      fc.property(pairs, ({ fields, payload }) => {
        expect(problemsOf(JSON.stringify(payload), fields)).toEqual([])
      }),
    )
  })

  test('checkPayload accepts the template', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        expect(problemsOf(payloadTemplate(fields), fields)).toEqual([])
      }),
    )
  })

  test('checkPayload refuses a template without one of its required fields', () => {
    fc.assert(
      fc.property(anyFields, fc.nat(), (fields, which) => {
        const needed = fields.filter((field) => !field.optional)
        fc.pre(needed.length > 0)
        const { name = '' } = needed[which % needed.length] ?? {}
        const { [name]: _, ...rest } = JSON.parse(payloadTemplate(fields))
        expect(problemsOf(JSON.stringify(rest), fields).map(([path]) => path)).toEqual([name])
      }),
    )
  })
})

test('checkPayload accepts the template of every event of the panel', () => {
  const events = Object.values(words).flatMap((chart) => Object.values(chart.events))
  expect(events.flatMap(({ fields }) => problemsOf(payloadTemplate(fields), fields))).toEqual([])
})

test('a template has an example of each required field', () => {
  expect(JSON.parse(payloadTemplate([...failedCall, ...signIn, ...format, ...reach, optional('x', text)]))).toEqual({
    pass: 0,
    at: 0,
    error: '',
    credentials: { email: '', remember: false },
    format: 'csv',
    reach: [],
  })
  expect(payloadTemplate([])).toBe('{}')
})
