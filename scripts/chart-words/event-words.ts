import { type ESTree, parseSync, Visitor } from 'vite'
import type { EventWords } from '../../src/inspector/charts/chart-words.ts'
import type { Field } from '../../src/inspector/payload/payload-shape.ts'
import { type Alternative, alternativesOfField, fieldOf } from './alternatives.ts'
import { type Scope, within } from './scope.ts'
import type { SourceModules } from './source-modules.ts'
import { nameOf } from './syntax.ts'
import { typeAlternatives } from './type-alternatives.ts'

interface DeclaredEvent {
  type: string
  comment: string
  fields: readonly Field[]
}

/** What a machine's file says of the events that it is given as `events` in `setup`, by type. */
export function eventWords(modules: SourceModules, file: string, text: string): Map<string, EventWords> {
  const module = modules.at(file)
  const type = eventsType(file, text)
  const declared = type === null ? [] : eventsOf(type, { modules, module, bound: new Map(), trail: [] }, '')
  const found = new Map<string, EventWords>()
  for (const [name, events] of Map.groupBy(declared, (event) => event.type))
    found.set(name, {
      comment: events.find(({ comment }) => comment !== '')?.comment ?? '',
      fields: mergedFields(events.map(({ fields }) => fields)),
    })
  return found
}

function eventsType(file: string, text: string): ESTree.TSType | null {
  let found: ESTree.TSType | null = null
  new Visitor({
    CallExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'setup' || options?.type !== 'ObjectExpression') return
      for (const property of options.properties) {
        if (property.type !== 'Property' || nameOf(property.key) !== 'types') continue
        if (property.value.type === 'TSAsExpression') found = memberType(property.value.typeAnnotation, 'events')
      }
    },
  }).visit(parseSync(file, text).program)
  return found
}

function memberType(type: ESTree.TSType, name: string): ESTree.TSType | null {
  if (type.type !== 'TSTypeLiteral') return null
  const member = type.members.find((each) => each.type === 'TSPropertySignature' && nameOf(each.key) === name)
  return (member?.type === 'TSPropertySignature' ? member.typeAnnotation?.typeAnnotation : null) ?? null
}

/** Each event with the comment before it; one that is declared by itself has the comment of its declaration. */
function eventsOf(type: ESTree.TSType, scope: Scope, inherited: string): DeclaredEvent[] {
  if (type.type === 'TSUnionType') return type.types.flatMap((each) => eventsOf(each, scope, ''))
  const comment = scope.module.commentBefore(type.start) || inherited
  if (type.type === 'TSParenthesizedType') return eventsOf(type.typeAnnotation, scope, comment)
  const declared = declarationOf(type, scope)
  if (declared?.node.type === 'TSTypeAliasDeclaration') {
    const inner = within(scope, declared.module, declared.node.id.name)
    return inner === null ? [] : eventsOf(declared.node.typeAnnotation, inner, comment || declared.comment)
  }
  return typeAlternatives(type, scope).flatMap((each) => asEvents(each, comment || (declared?.comment ?? '')))
}

function declarationOf(type: ESTree.TSType, { modules, module }: Scope) {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier' || type.typeArguments !== null) return null
  const found = modules.type(module, type.typeName.name)
  return found === null ? null : { module: found.module, ...found.thing }
}

function asEvents(alternative: Alternative, comment: string): DeclaredEvent[] {
  if (alternative.kind !== 'object') return []
  const fields = alternative.fields.filter(({ name }) => name !== 'type')
  const type = alternative.fields.find(({ name }) => name === 'type')
  return (type === undefined ? [] : alternativesOfField(type)).flatMap((each) =>
    each.kind === 'literal' ? [{ type: String(each.value), comment, fields }] : [],
  )
}

/** What several declarations of an event say of it together. */
function mergedFields(declarations: readonly (readonly Field[])[]): Field[] {
  const names = new Set(declarations.flatMap((fields) => fields.map(({ name }) => name)))
  return [...names].map((name) => {
    const found = declarations.flatMap((fields) => fields.filter((field) => field.name === name))
    return fieldOf(name, found.flatMap(alternativesOfField), found.length < declarations.length)
  })
}
