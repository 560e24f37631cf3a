import type { Field, Shape } from '../../src/inspector/payload/payload-shape.ts'

/** One of the things that a type allows; `absent` is `undefined`, which JSON can't say. */
export type Alternative = Exclude<Shape, { kind: 'union' }> | { kind: 'absent' }

/** A type, as what it allows. */
export type Alternatives = readonly Alternative[]

export const unknown: Alternatives = [{ kind: 'unknown' }]
export const absent: Alternatives = [{ kind: 'absent' }]

/** What JSON can say of it; unknown where that is nothing. */
export function shapeOf(alternatives: Alternatives): Shape {
  const shapes = distinct(withoutWidened(alternatives.filter((each) => each.kind !== 'absent')))
  const [only] = shapes
  if (only === undefined || shapes.some(({ kind }) => kind === 'unknown')) return { kind: 'unknown' }
  return shapes.length === 1 ? only : { kind: 'union', of: shapes }
}

export function fieldOf(name: string, alternatives: Alternatives, optional = false): Field {
  return {
    name,
    optional: optional || alternatives.some(({ kind }) => kind === 'absent'),
    shape: shapeOf(alternatives),
  }
}

/** The other way round: what a shape allows. */
export function alternativesOf(shape: Shape): Alternatives {
  return shape.kind === 'union' ? shape.of.flatMap(alternativesOf) : [shape]
}

export function alternativesOfField({ shape, optional }: Field): Alternatives {
  return optional ? [...alternativesOf(shape), ...absent] : alternativesOf(shape)
}

export function literals(values: readonly (string | number | boolean)[]): Alternatives {
  return values.map((value) => ({ kind: 'literal', value }))
}

export function objectOf(fields: readonly Field[]): Alternatives {
  return [{ kind: 'object', fields: [...new Map(fields.map((field) => [field.name, field])).values()] }]
}

/** Both at once: objects together have the fields of both, anything else can't be told. */
export function intersection(left: Alternatives, right: Alternatives): Alternatives {
  return left.flatMap((one) =>
    right.flatMap((other) =>
      one.kind === 'object' && other.kind === 'object' ? objectOf([...one.fields, ...other.fields]) : unknown,
    ),
  )
}

/** The same change to the fields of each object; anything else can't be told. */
export function mapFields(alternatives: Alternatives, change: (fields: readonly Field[]) => readonly Field[]) {
  return alternatives.flatMap((each) => (each.kind === 'object' ? objectOf(change(each.fields)) : unknown))
}

/** The names that alternatives are, or null where not all are literals. */
export function namesIn(alternatives: Alternatives): string[] | null {
  const names = alternatives.flatMap((each) => (each.kind === 'literal' ? [String(each.value)] : []))
  return names.length === alternatives.length ? names : null
}

function withoutWidened<Each extends Alternative>(alternatives: readonly Each[]): readonly Each[] {
  const kinds = new Set<string>(alternatives.map(({ kind }) => kind))
  return alternatives.filter((each) => each.kind !== 'literal' || !kinds.has(typeof each.value))
}

function distinct<Each>(all: readonly Each[]): Each[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
}
