import { jsonErrorPlace } from './json-error.ts'
import type { Field, Shape } from './payload-shape.ts'
import { isObject, type PayloadProblem, shapeProblems } from './shape-problems.ts'

export type PayloadCheck =
  | { kind: 'valid'; payload: Record<string, unknown> }
  /** At least one problem and at most `payloadLimits.problems`; missing fields are last. */
  | { kind: 'invalid'; problems: readonly PayloadProblem[] }

/** Greatest payload in characters and levels. */
export const payloadLimits = { characters: 100_000, levels: 20, problems: 20 } as const

/** Names that could change a prototype when the payload is copied. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype'])

/** A JSON template for an event: an example of each required field. */
export function payloadTemplate(fields: readonly Field[]): string {
  return JSON.stringify(exampleObject(fields), null, 2)
}

function exampleObject(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ optional }) => !optional).map(({ name, shape }) => [name, exampleOf(shape)]),
  )
}

function exampleOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'string':
      return ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'null':
    case 'unknown':
      return null
    case 'literal':
      return shape.value
    case 'array':
      return []
    case 'record':
      return {}
    case 'object':
      return exampleObject(shape.fields)
    case 'union':
      return shape.of[0] === undefined ? null : exampleOf(shape.of[0])
  }
}

/** Validates a typed payload (the event without its type), and describes each problem. */
export function checkPayload(text: string, fields: readonly Field[]): PayloadCheck {
  const read = readJson(text)
  if (read.kind === 'invalid') return read
  const { value } = read
  if (!isObject(value)) return refused('', 'Escreva um objeto, entre chaves: { … }.')
  const danger = dangerIn(value, '', 1)
  if (danger !== null) return { kind: 'invalid', problems: [danger] }
  const ofType = Object.hasOwn(value, 'type') ? [typeProblem] : []
  const { type: _, ...payload } = value
  const problems = [...ofType, ...shapeProblems({ kind: 'object', fields }, payload, '')]
  return problems.length === 0
    ? { kind: 'valid', payload }
    : { kind: 'invalid', problems: problems.slice(0, payloadLimits.problems) }
}

const tooDeep = `Há mais de ${payloadLimits.levels} níveis, um dentro do outro: simplifique.`

const typeProblem: PayloadProblem = { path: 'type', text: 'Tire "type": o evento já foi escolhido acima.' }

function readJson(text: string): { kind: 'read'; value: unknown } | { kind: 'invalid'; problems: PayloadProblem[] } {
  const { characters } = payloadLimits
  if (text.length > characters)
    return refused('', `O texto tem ${count(text.length)} caracteres: encurte para ${count(characters)} no máximo.`)
  if (text.trim() === '') return refused('', 'Escreva um objeto JSON; sem campos, é {}.')
  try {
    return { kind: 'read', value: JSON.parse(text) }
  } catch {
    const position = jsonErrorPlace(text)
    if (position === null) return refused('', tooDeep)
    return refused('', `Isto não é JSON: corrija a partir da linha ${position.line}, coluna ${position.column}.`)
  }
}

function dangerIn(value: unknown, path: string, level: number): PayloadProblem | null {
  if (typeof value !== 'object' || value === null) return null
  if (level > payloadLimits.levels) return { path, text: tooDeep }
  for (const [name, inner] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    if (refusedNames.has(name)) return { path: at, text: `Tire "${at}": esse nome não é aceito.` }
    const danger = dangerIn(inner, at, level + 1)
    if (danger !== null) return danger
  }
  return null
}

function refused(path: string, text: string): { kind: 'invalid'; problems: PayloadProblem[] } {
  return { kind: 'invalid', problems: [{ path, text }] }
}

function count(many: number): string {
  return many.toLocaleString('pt-BR')
}
