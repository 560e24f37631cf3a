import type { ESTree } from 'vite'
import { type Alternatives, fieldOf, objectOf, shapeOf, unknown } from './alternatives.ts'
import { literalValue } from './literal-value.ts'
import { type Scope, within } from './scope.ts'
import { nameOf } from './syntax.ts'

/** `typeof` a constant: lists, objects and literals as they are written; what is computed is unknown. */
export function valueAlternatives(value: ESTree.Expression, scope: Scope, isConst = false): Alternatives {
  const here = (each: ESTree.Expression) => valueAlternatives(each, scope, isConst)
  switch (value.type) {
    case 'Identifier': {
      const found = scope.modules.value(scope.module, value.name)
      const inner = found === null ? null : within(scope, found.module, `value ${value.name}`)
      if (found === null || inner === null || found.thing.type === 'FunctionDeclaration') return unknown
      return valueAlternatives(found.thing, inner)
    }
    case 'TSAsExpression':
      return isConstAssertion(value) ? valueAlternatives(value.expression, scope, true) : unknown
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return here(value.expression)
    case 'ArrayExpression':
      return [{ kind: 'array', of: shapeOf(value.elements.flatMap((each) => itemAlternatives(each, here))) }]
    case 'ObjectExpression':
      return value.properties.every((each) => each.type === 'Property' && !each.computed)
        ? objectOf(
            value.properties.flatMap((each) =>
              each.type === 'Property' ? fieldOf(nameOf(each.key), here(each.value)) : [],
            ),
          )
        : unknown
    default:
      return isConst ? literalValue(value) : widened(literalValue(value))
  }
}

function itemAlternatives(
  item: ESTree.ArrayExpressionElement,
  resolve: (each: ESTree.Expression) => Alternatives,
): Alternatives {
  return item === null || item.type === 'SpreadElement' ? unknown : resolve(item)
}

function isConstAssertion({ typeAnnotation: type }: ESTree.TSAsExpression): boolean {
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'
}

function widened(alternatives: Alternatives): Alternatives {
  return alternatives.map((each) => {
    if (each.kind !== 'literal') return each
    if (typeof each.value === 'string') return { kind: 'string' }
    return { kind: typeof each.value === 'number' ? 'number' : 'boolean' }
  })
}
