import { jsonErrorPlace } from './json-error.ts'
import type { Field, Shape } from './payload-shape.ts'
import { isObject, type PayloadProblem, shapeProblems } from './shape-problems.ts'

export type PayloadCheck =
  | { kind: 'valid'; payload: Record<string, unknown> }
  /** At least one, no more than a person would read; what is missing stands last. */
  | { kind: 'invalid'; problems: readonly PayloadProblem[] }

/** How much is read, in characters and in levels: what is larger is no event that a person writes. */
export const payloadLimits = { characters: 100_000, levels: 20, problems: 20 } as const

/** Names that reach into the prototype of whoever copies them. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype'])

/** Where an event's JSON starts from: an example of each field that it must have. */
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

/** Says whether a text is what an event carries beside its type, and if not, what to do about it. */
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
    const place = jsonErrorPlace(text)
    if (place === null) return refused('', tooDeep)
    return refused('', `Isto não é JSON: corrija a partir da linha ${place.line}, coluna ${place.column}.`)
  }
}

/** What would be wrong in any event, whatever its fields are: names that are refused, and too many levels. */
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
