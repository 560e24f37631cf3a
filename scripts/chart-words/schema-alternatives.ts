import type { ESTree } from 'vite'
import type { Field } from '../../src/inspector/payload/payload-shape.ts'
import {
  type Alternatives,
  absent,
  alternativesOf,
  fieldOf,
  mapFields,
  namesIn,
  objectOf,
  shapeOf,
  unknown,
} from './alternatives.ts'
import { literalValue } from './literal-value.ts'
import { type Scope, within } from './scope.ts'
import { nameOf } from './syntax.ts'
import { valueAlternatives } from './value-alternatives.ts'

/** Steps of a pipe that check or tidy, and leave the kind as it is. */
const tidying = new Set(
  'nonEmpty trim regex check minLength maxLength minValue maxValue integer safeInteger finite email url isoTimestamp'.split(
    ' ',
  ),
)

/** What comes out of a valibot schema; what a step of it makes by a function of its own is unknown. */
export function schemaAlternatives(schema: ESTree.Expression, scope: Scope): Alternatives {
  if (schema.type === 'Identifier') {
    const bound = scope.bound.get(schema.name)
    if (bound !== undefined) return bound
    const found = scope.modules.value(scope.module, schema.name)
    const inner = found === null ? null : within(scope, found.module, `value ${schema.name}`)
    if (found === null || inner === null || found.thing.type === 'FunctionDeclaration') return unknown
    return schemaAlternatives(found.thing, inner)
  }
  if (schema.type !== 'CallExpression') return unknown
  const given = schema.arguments.flatMap((each) => (each.type === 'SpreadElement' ? [] : each))
  const { callee } = schema
  if (callee.type === 'Identifier') return madeBy(callee.name, given, scope)
  const isValibot =
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    scope.module.imports.get(callee.object.name)?.from === 'valibot'
  if (!isValibot || callee.property.type !== 'Identifier') return unknown
  return builtIn(callee.property.name, given, scope)
}

/** A function of the project that makes a schema: only `return` stands in it. */
function madeBy(name: string, given: readonly ESTree.Expression[], scope: Scope): Alternatives {
  const found = scope.modules.value(scope.module, name)
  if (found?.thing.type !== 'FunctionDeclaration') return unknown
  const [only, ...others] = found.thing.body?.body ?? []
  if (only?.type !== 'ReturnStatement' || only.argument === null || others.length > 0) return unknown
  const bound = new Map(
    found.thing.params.flatMap((parameter, index) => {
      const value = given[index]
      return parameter.type === 'Identifier' && value !== undefined
        ? [[parameter.name, schemaAlternatives(value, scope)] as const]
        : []
    }),
  )
  const inner = within(scope, found.module, `value ${name}`, bound)
  return inner === null ? unknown : schemaAlternatives(only.argument, inner)
}

function builtIn(name: string, given: readonly ESTree.Expression[], scope: Scope): Alternatives {
  const [first, second] = given
  const of = (schema: ESTree.Expression | undefined) =>
    schema === undefined ? unknown : schemaAlternatives(schema, scope)
  switch (name) {
    case 'string':
      return [{ kind: 'string' }]
    case 'number':
      return [{ kind: 'number' }]
    case 'boolean':
      return [{ kind: 'boolean' }]
    case 'null':
      return [{ kind: 'null' }]
    case 'literal':
      return first === undefined ? unknown : literalValue(first)
    case 'picklist':
      return first === undefined ? unknown : itemsOf(valueAlternatives(first, scope, true))
    case 'array':
      return [{ kind: 'array', of: shapeOf(of(first)) }]
    case 'record':
      return [{ kind: 'record', of: shapeOf(of(second)) }]
    case 'union':
      return first?.type === 'ArrayExpression'
        ? first.elements.flatMap((each) => (each === null || each.type === 'SpreadElement' ? unknown : of(each)))
        : unknown
    case 'fallback':
      return of(first)
    case 'optional':
    case 'exactOptional':
      return [...without(of(first), 'absent'), ...defaultOf(second, absent)]
    case 'nullable':
      return [...without(of(first), 'null'), ...defaultOf(second, [{ kind: 'null' }])]
    case 'nullish':
      return [...without(of(first), 'null', 'absent'), ...defaultOf(second, [{ kind: 'null' }, ...absent])]
    case 'object':
      return first?.type === 'ObjectExpression' ? objectOf(entriesOf(first, scope)) : unknown
    case 'omit': {
      const names = second === undefined ? null : namesIn(itemsOf(valueAlternatives(second, scope, true)))
      return names === null ? unknown : mapFields(of(first), (all) => all.filter((each) => !names.includes(each.name)))
    }
    case 'pipe':
      return given.slice(1).reduce((before, step) => stepped(before, step, scope), of(first))
    default:
      return unknown
  }
}

function stepped(before: Alternatives, step: ESTree.Expression, scope: Scope): Alternatives {
  const name = step.type === 'CallExpression' && step.callee.type === 'MemberExpression' ? step.callee.property : null
  if (name?.type === 'Identifier' && tidying.has(name.name)) return before
  if (step.type === 'CallExpression' && name?.type === 'Identifier' && name.name === 'transform')
    return isNullToUndefined(step.arguments[0])
      ? before.flatMap((each) => (each.kind === 'null' ? absent : each))
      : unknown
  return schemaAlternatives(step, scope)
}

/** `(value) => value ?? undefined` */
function isNullToUndefined(made: ESTree.Argument | undefined): boolean {
  if (made?.type !== 'ArrowFunctionExpression' || made.body.type !== 'LogicalExpression') return false
  const [parameter] = made.params
  const { operator, left, right } = made.body
  return (
    operator === '??' &&
    parameter?.type === 'Identifier' &&
    left.type === 'Identifier' &&
    left.name === parameter.name &&
    right.type === 'Identifier' &&
    right.name === 'undefined'
  )
}

function entriesOf({ properties }: ESTree.ObjectExpression, scope: Scope): Field[] {
  return properties.flatMap((each) => {
    if (each.type === 'Property') return fieldOf(nameOf(each.key), schemaAlternatives(each.value, scope))
    const { argument } = each
    if (argument.type !== 'MemberExpression' || argument.property.type !== 'Identifier') return []
    const spread = argument.property.name === 'entries' ? schemaAlternatives(argument.object, scope) : unknown
    return spread.flatMap((object) => (object.kind === 'object' ? object.fields : []))
  })
}

/** What comes out where nothing came in: what the default adds to the kind that it stands in for. */
function defaultOf(value: ESTree.Expression | undefined, none: Alternatives): Alternatives {
  if (value === undefined) return none
  if (value.type === 'Identifier' && value.name === 'undefined') return absent
  return value.type === 'Literal' && value.value === null ? [{ kind: 'null' }] : []
}

function without(alternatives: Alternatives, ...kinds: readonly string[]): Alternatives {
  return alternatives.filter(({ kind }) => !kinds.includes(kind))
}

function itemsOf(list: Alternatives): Alternatives {
  return list.flatMap((each) => (each.kind === 'array' ? alternativesOf(each.of) : unknown))
}
