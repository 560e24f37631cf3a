import type { Field, Shape } from './payload-shape.ts'

const deepest = 4
const mostLiterals = 12

/** One line with the fields of an event, for people: `{ at: número, error: texto, pass?: número }`. */
export function payloadSketch(fields: readonly Field[], depth = 0): string {
  if (fields.length === 0) return '{}'
  if (depth > deepest) return '{ … }'
  const sketched = fields.map(
    ({ name, optional, shape }) => `${name}${optional ? '?' : ''}: ${shapeSketch(shape, depth)}`,
  )
  return `{ ${sketched.join(', ')} }`
}

/** A short description of the accepted values: `texto | null`. */
export function shapeSketch(shape: Shape, depth = 0): string {
  switch (shape.kind) {
    case 'string':
      return 'texto'
    case 'number':
      return 'número'
    case 'boolean':
      return 'true ou false'
    case 'null':
      return 'null'
    case 'literal':
      return JSON.stringify(shape.value)
    case 'array':
      return `lista de ${shape.of.kind === 'union' ? `(${shapeSketch(shape.of, depth)})` : shapeSketch(shape.of, depth)}`
    case 'record':
      return depth >= deepest ? '{ … }' : `{ [nome]: ${shapeSketch(shape.of, depth + 1)} }`
    case 'object':
      return payloadSketch(shape.fields, depth + 1)
    case 'union': {
      const shown = shape.of.slice(0, mostLiterals).map((each) => shapeSketch(each, depth))
      return [...shown, ...(shape.of.length > mostLiterals ? ['…'] : [])].join(' | ')
    }
    case 'unknown':
      return 'qualquer valor'
  }
}
