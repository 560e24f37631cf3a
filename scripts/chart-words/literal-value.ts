import type { ESTree } from 'vite'
import { type Alternatives, literals, unknown } from './alternatives.ts'

/** A literal as it is written; unknown for anything else. */
export function literalValue(node: ESTree.Expression | ESTree.TSLiteral): Alternatives {
  if (node.type === 'UnaryExpression' && node.operator === '-' && node.argument.type === 'Literal')
    return typeof node.argument.value === 'number' ? literals([-node.argument.value]) : unknown
  if (node.type === 'TemplateLiteral')
    return node.expressions.length === 0 ? literals([node.quasis[0]?.value.cooked ?? '']) : unknown
  if (node.type !== 'Literal') return unknown
  const { value } = node
  if (value === null) return [{ kind: 'null' }]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? literals([value])
    : unknown
}
