import fc from 'fast-check'
import type { Field, Shape } from '../../../src/inspector/payload/payload-shape.ts'

export function required(name: string, shape: Shape): Field {
  return { name, optional: false, shape }
}

export function optional(name: string, shape: Shape): Field {
  return { name, optional: true, shape }
}

export const text: Shape = { kind: 'string' }
export const number: Shape = { kind: 'number' }
export const boolean: Shape = { kind: 'boolean' }
export const nothing: Shape = { kind: 'null' }
export const unknown: Shape = { kind: 'unknown' }

export function literal(value: string | number | boolean): Shape {
  return { kind: 'literal', value }
}

export function list(of: Shape): Shape {
  return { kind: 'array', of }
}

export function object(...fields: Field[]): Shape {
  return { kind: 'object', fields }
}

export function union(...of: Shape[]): Shape {
  return { kind: 'union', of }
}

/** Arbitrary fields of an event, up to four levels deep. */
export const anyFields: fc.Arbitrary<Field[]> = fc.letrec<{ shape: Shape; fields: Field[] }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(text, number, boolean, nothing, unknown),
    fc.oneof(fc.string(), fc.integer(), fc.boolean()).map(literal),
    tie('shape').map(list),
    tie('shape').map((of): Shape => ({ kind: 'record', of })),
    tie('fields').map((fields) => object(...fields)),
    fc.array(tie('shape'), { minLength: 1, maxLength: 3 }).map((of) => union(...of)),
  ),
  fields: fc.uniqueArray(
    fc.record({
      name: fc.string().filter((name) => !['type', '__proto__', 'constructor', 'prototype'].includes(name)),
      optional: fc.boolean(),
      shape: tie('shape'),
    }),
    { maxLength: 4, selector: ({ name }) => name },
  ),
})).fields

/** Arbitrary payloads with the shapes of these fields. */
export function fittingPayload(fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .tuple(...fields.map(({ name, optional, shape }) => fc.tuple(fc.constant(name), fittingField(shape, optional))))
    .map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined)))
}

function fittingField(shape: Shape, isOptional: boolean): fc.Arbitrary<unknown> {
  return isOptional ? fc.option(fittingValue(shape), { nil: undefined }) : fittingValue(shape)
}

function fittingValue(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'string':
      return fc.string()
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return fc.constantFrom(null, 1, 'a', [{}], { a: [] })
    case 'literal':
      return fc.constant(shape.value)
    case 'array':
      return fc.array(fittingValue(shape.of), { maxLength: 3 })
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'b', 'c'), fittingValue(shape.of), {
        maxKeys: 3,
        noNullPrototype: true,
      })
    case 'object':
      return fittingPayload(shape.fields)
    case 'union':
      return fc.oneof(...shape.of.map(fittingValue))
  }
}
