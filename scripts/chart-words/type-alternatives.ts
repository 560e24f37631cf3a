import type { ESTree } from 'vite'
import {
  type Alternatives,
  absent,
  alternativesOf,
  alternativesOfField,
  fieldOf,
  intersection,
  literals,
  objectOf,
  shapeOf,
  unknown,
} from './alternatives.ts'
import { libraryType } from './library-types.ts'
import { literalValue } from './literal-value.ts'
import { schemaAlternatives } from './schema-alternatives.ts'
import { type Scope, within } from './scope.ts'
import { nameOf } from './syntax.ts'
import { valueAlternatives } from './value-alternatives.ts'

/** What a type allows; what can't be told (functions, classes, types of packages) is unknown. */
export function typeAlternatives(type: ESTree.TSType, scope: Scope): Alternatives {
  const here = (each: ESTree.TSType) => typeAlternatives(each, scope)
  switch (type.type) {
    case 'TSStringKeyword':
      return [{ kind: 'string' }]
    case 'TSNumberKeyword':
      return [{ kind: 'number' }]
    case 'TSBooleanKeyword':
      return [{ kind: 'boolean' }]
    case 'TSNullKeyword':
      return [{ kind: 'null' }]
    case 'TSUndefinedKeyword':
    case 'TSVoidKeyword':
      return absent
    case 'TSNeverKeyword':
      return []
    case 'TSLiteralType':
      return literalValue(type.literal)
    case 'TSParenthesizedType':
      return here(type.typeAnnotation)
    case 'TSUnionType':
      return type.types.flatMap(here)
    case 'TSIntersectionType':
      return type.types.map(here).reduce(intersection)
    case 'TSArrayType':
      return [{ kind: 'array', of: shapeOf(here(type.elementType)) }]
    case 'TSTypeLiteral':
      return membersAlternatives(type.members, [], scope)
    case 'TSTypeReference':
      return named(type.typeName, type.typeArguments, scope)
    case 'TSTypeOperator':
      return type.operator === 'keyof' ? keysOf(here(type.typeAnnotation)) : here(type.typeAnnotation)
    case 'TSIndexedAccessType':
      return indexed(here(type.objectType), type.indexType, scope)
    case 'TSTypeQuery':
      return type.exprName.type === 'Identifier' ? valueAlternatives(type.exprName, scope) : unknown
    case 'TSTemplateLiteralType':
      return templateAlternatives(type, scope)
    default:
      return unknown
  }
}

function membersAlternatives(
  members: readonly ESTree.TSSignature[],
  inherited: readonly ESTree.TSInterfaceHeritage[],
  scope: Scope,
): Alternatives {
  const index = members.find((member) => member.type === 'TSIndexSignature')
  if (index !== undefined)
    return members.length === 1
      ? [{ kind: 'record', of: shapeOf(typeAlternatives(index.typeAnnotation.typeAnnotation, scope)) }]
      : unknown
  const own = members.flatMap((member) => {
    if (member.type === 'TSMethodSignature') return fieldOf(nameOf(member.key), unknown, member.optional)
    if (member.type !== 'TSPropertySignature') return []
    const type = member.typeAnnotation?.typeAnnotation
    return fieldOf(nameOf(member.key), type === undefined ? unknown : typeAlternatives(type, scope), member.optional)
  })
  return inherited
    .map((each) => named(each.expression, each.typeArguments, scope))
    .reduceRight((fields, parent) => intersection(parent, fields), objectOf(own))
}

/** A type by its name: of a parameter, of a declaration, of the language, or of what a schema lets through. */
function named(
  name: ESTree.TSTypeName | ESTree.Expression,
  typeArguments: ESTree.TSTypeParameterInstantiation | null,
  scope: Scope,
): Alternatives {
  const given = typeArguments?.params ?? []
  if (name.type !== 'Identifier') return isSchemaOutput(name, scope) ? ofSchema(given[0], scope) : unknown
  const bound = scope.bound.get(name.name)
  if (bound !== undefined) return bound
  const resolved = given.map((each) => typeAlternatives(each, scope))
  const declared = scope.modules.type(scope.module, name.name)
  if (declared === null) return scope.module.imports.has(name.name) ? unknown : libraryType(name.name, resolved)
  const { node } = declared.thing
  const parameters = new Map(
    node.typeParameters?.params.map((parameter, index) => [parameter.name.name, resolved[index] ?? unknown]),
  )
  const inner = within(scope, declared.module, node.id.name, parameters)
  if (inner === null) return unknown
  return node.type === 'TSTypeAliasDeclaration'
    ? typeAlternatives(node.typeAnnotation, inner)
    : membersAlternatives(node.body.body, node.extends, inner)
}

/** Whether it is `v.InferOutput`. */
function isSchemaOutput(name: ESTree.TSTypeName | ESTree.Expression, { module }: Scope): boolean {
  const [left, right] =
    name.type === 'TSQualifiedName'
      ? [name.left, name.right]
      : name.type === 'MemberExpression'
        ? [name.object, name.property]
        : []
  return (
    left?.type === 'Identifier' &&
    right?.type === 'Identifier' &&
    right.name === 'InferOutput' &&
    module.imports.get(left.name)?.from === 'valibot'
  )
}

function ofSchema(type: ESTree.TSType | undefined, scope: Scope): Alternatives {
  return type?.type === 'TSTypeQuery' && type.exprName.type === 'Identifier'
    ? schemaAlternatives(type.exprName, scope)
    : unknown
}

function keysOf(alternatives: Alternatives): Alternatives {
  return alternatives.flatMap((each) => {
    if (each.kind === 'object') return literals(each.fields.map(({ name }) => name))
    return each.kind === 'record' ? [{ kind: 'string' }] : unknown
  })
}

function indexed(alternatives: Alternatives, index: ESTree.TSType, scope: Scope): Alternatives {
  const keys = typeAlternatives(index, scope)
  return alternatives.flatMap((each) =>
    keys.flatMap((key): Alternatives => {
      if (each.kind === 'array' && key.kind === 'number') return alternativesOf(each.of)
      if (each.kind === 'record') return alternativesOf(each.of)
      if (each.kind !== 'object' || key.kind !== 'literal') return unknown
      const field = each.fields.find(({ name }) => name === key.value)
      return field === undefined ? unknown : alternativesOfField(field)
    }),
  )
}

function templateAlternatives({ quasis, types }: ESTree.TSTemplateLiteralType, scope: Scope): Alternatives {
  let texts: string[] = [quasis[0]?.value.cooked ?? '']
  for (const [index, type] of types.entries()) {
    const alternatives = typeAlternatives(type, scope)
    const values = alternatives.flatMap((each) => (each.kind === 'literal' ? [String(each.value)] : []))
    if (values.length !== alternatives.length) return [{ kind: 'string' }]
    const after = quasis[index + 1]?.value.cooked ?? ''
    texts = texts.flatMap((text) => values.map((value) => `${text}${value}${after}`))
  }
  return literals(texts)
}
