import type { Field, Shape } from './payload-shape.ts'
import { shapeSketch } from './payload-sketch.ts'

/** A problem of a payload, as a sentence with the fix. */
export interface PayloadProblem {
  /** Path in the payload: `credentials.email`, `reach[2].online`; '' for the whole payload. */
  path: string
  text: string
}

/** Most problems of one list: in a long list the same mistake repeats. */
const mostOfList = 20

/** Compares a value with a shape; empty if it fits. Recursive: the caller must limit the levels. */
export function shapeProblems(shape: Shape, value: unknown, path: string): readonly PayloadProblem[] {
  switch (shape.kind) {
    case 'unknown':
      return []
    case 'array':
      return Array.isArray(value) ? listProblems(shape.of, value, path) : wrong(shape, path)
    case 'record':
      return isObject(value)
        ? Object.entries(value).flatMap(([name, each]) => shapeProblems(shape.of, each, inside(path, name)))
        : wrong(shape, path)
    case 'object':
      return isObject(value) ? fieldProblems(shape.fields, value, path) : wrong(shape, path)
    case 'union':
      return unionProblems(shape, value, path)
    default:
      return isScalar(shape, value) ? [] : wrong(shape, path)
  }
}

function isScalar(shape: Shape, value: unknown): boolean {
  if (shape.kind === 'null') return value === null
  return shape.kind === 'literal' ? value === shape.value : typeof value === shape.kind
}

function listProblems(of: Shape, items: readonly unknown[], path: string): readonly PayloadProblem[] {
  const problems: PayloadProblem[] = []
  for (const [index, item] of items.entries()) {
    problems.push(...shapeProblems(of, item, `${path}[${index}]`))
    if (problems.length >= mostOfList) break
  }
  return problems
}

function fieldProblems(
  fields: readonly Field[],
  value: Readonly<Record<string, unknown>>,
  path: string,
): readonly PayloadProblem[] {
  const known = new Map(fields.map((field) => [field.name, field]))
  const others = othersText(fields)
  const given = Object.entries(value).flatMap(([name, each]) => {
    const field = known.get(name)
    const at = inside(path, name)
    return field === undefined ? [{ path: at, text: `Tire "${at}": ${others}.` }] : shapeProblems(field.shape, each, at)
  })
  const missing = fields.filter(({ name, optional }) => !optional && !Object.hasOwn(value, name))
  return [...given, ...missing.map(({ name, shape }) => missingProblem(inside(path, name), shape))]
}

function missingProblem(path: string, shape: Shape): PayloadProblem {
  return { path, text: `Falta "${path}": inclua ${wanted(shape)}.` }
}

function othersText(fields: readonly Field[]): string {
  const names = fields.map(({ name }) => `"${name}"`)
  if (names.length === 0) return 'aqui não há campos'
  return names.length === 1 ? `aqui só há ${names[0]}` : `os campos daqui são ${allOf.format(names)}`
}

function unionProblems({ of }: Extract<Shape, { kind: 'union' }>, value: unknown, path: string) {
  const tried = of.map((each) => ({ each, problems: shapeProblems(each, value, path) }))
  if (tried.some(({ problems }) => problems.length === 0)) return []
  const candidates = tried.filter(({ each }) => isOfKind(each, value))
  const tag = isObject(value)
    ? tagProblem(
        candidates.map(({ each }) => each),
        value,
        path,
      )
    : null
  if (tag !== null) return [tag]
  const [nearest] = candidates.sort(
    (one, other) =>
      missedLiterals(one.each, value) - missedLiterals(other.each, value) ||
      one.problems.length - other.problems.length,
  )
  return nearest?.problems ?? wrong({ kind: 'union', of }, path)
}

/** A wrong tag: the field that distinguishes the shapes of a union (`kind: 'edit'`) has a value of none of them. */
function tagProblem(
  shapes: readonly Shape[],
  value: Readonly<Record<string, unknown>>,
  path: string,
): PayloadProblem | null {
  const objects = shapes.flatMap((shape) => (shape.kind === 'object' ? [shape.fields] : []))
  if (objects.length < 2 || objects.length < shapes.length) return null
  for (const { name } of objects[0] ?? []) {
    const tags = objects.flatMap((fields) => fields.filter((field) => field.name === name).map(({ shape }) => shape))
    const isTag = tags.length === objects.length && tags.every(({ kind }) => kind === 'literal')
    if (!isTag || tags.some((tag) => isScalar(tag, value[name]))) continue
    const shape: Shape = { kind: 'union', of: tags }
    const at = inside(path, name)
    return Object.hasOwn(value, name) ? wrongProblem(at, shape) : missingProblem(at, shape)
  }
  return null
}

function isOfKind({ kind }: Shape, value: unknown): boolean {
  return ((kind === 'object' || kind === 'record') && isObject(value)) || (kind === 'array' && Array.isArray(value))
}

function missedLiterals(shape: Shape, value: unknown): number {
  if (shape.kind !== 'object' || !isObject(value)) return 0
  return shape.fields.filter((field) => field.shape.kind === 'literal' && value[field.name] !== field.shape.value)
    .length
}

function wrong(shape: Shape, path: string): readonly PayloadProblem[] {
  return [wrongProblem(path, shape)]
}

function wrongProblem(path: string, shape: Shape): PayloadProblem {
  return { path, text: `"${path}" deve ser ${wanted(shape)}.` }
}

const allOf = new Intl.ListFormat('pt-BR', { type: 'conjunction' })
const oneOf = new Intl.ListFormat('pt-BR', { type: 'disjunction' })

const kinds = {
  string: 'um texto (entre aspas)',
  number: 'um número',
  boolean: 'true ou false',
  null: 'null',
  unknown: 'um valor',
} as const

function wanted(shape: Shape): string {
  switch (shape.kind) {
    case 'literal':
      return JSON.stringify(shape.value)
    case 'array':
      return `uma lista (entre colchetes) de ${shapeSketch(shape.of)}`
    case 'record':
    case 'object':
      return `um objeto: ${shapeSketch(shape)}`
    case 'union':
      return oneOf.format(shape.of.map(wanted))
    default:
      return kinds[shape.kind]
  }
}

function inside(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
