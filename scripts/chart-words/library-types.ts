import type { Field } from '../../src/inspector/payload/payload-shape.ts'
import { type Alternatives, fieldOf, mapFields, namesIn, objectOf, shapeOf, unknown } from './alternatives.ts'

const makers: Readonly<Record<string, (given: readonly Alternatives[]) => Alternatives>> = {
  Readonly: ([type = unknown]) => type,
  Partial: ([type = unknown]) => mapFields(type, (fields) => fields.map((field) => ({ ...field, optional: true }))),
  Required: ([type = unknown]) => mapFields(type, (fields) => fields.map((field) => ({ ...field, optional: false }))),
  Pick: ([type = unknown, names]) => chosen(type, names, true),
  Omit: ([type = unknown, names]) => chosen(type, names, false),
  Array: ([of = unknown]) => [{ kind: 'array', of: shapeOf(of) }],
  ReadonlyArray: ([of = unknown]) => [{ kind: 'array', of: shapeOf(of) }],
  Record: ([names = unknown, of = unknown]) => recordOf(names, of),
  NonNullable: ([type = unknown]) => type.filter(({ kind }) => kind !== 'null' && kind !== 'absent'),
  Exclude: ([type = unknown, out = unknown]) => {
    const texts = new Set(out.map((each) => JSON.stringify(each)))
    return out.some(({ kind }) => kind === 'unknown')
      ? unknown
      : type.filter((each) => !texts.has(JSON.stringify(each)))
  },
}

/** A type that the language brings, given the types in its brackets; what JSON has no form for (`Error`, `File`) is unknown. */
export function libraryType(name: string, given: readonly Alternatives[]): Alternatives {
  return Object.hasOwn(makers, name) ? (makers[name]?.(given) ?? unknown) : unknown
}

function chosen(type: Alternatives, names: Alternatives | undefined, keeps: boolean): Alternatives {
  const picked = names === undefined ? null : namesIn(names)
  return picked === null
    ? unknown
    : mapFields(type, (fields) => fields.filter(({ name }) => picked.includes(name) === keeps))
}

function recordOf(names: Alternatives, of: Alternatives): Alternatives {
  const known = namesIn(names)
  if (known !== null) return objectOf(known.map((name): Field => fieldOf(name, of)))
  return names.every(({ kind }) => kind === 'string') ? [{ kind: 'record', of: shapeOf(of) }] : unknown
}
