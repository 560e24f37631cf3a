import { resolve } from 'node:path'
import ts from 'typescript'
import type { EventWords } from '../../src/inspector/charts/chart-words.ts'
import type { Field, Shape } from '../../src/inspector/payload/payload-shape.ts'

interface DeclaredEvent {
  name: string
  comment: string
  type: ts.Type
}

/** Deeper parts of a type are described as unknown. */
const deepest = 12

/** The types of these files and of all their imports. Call it in the project's folder. */
export function programOf(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.')
  const program = ts.createProgram(
    files.map((file) => resolve(file)),
    { ...options, types: [] },
  )
  // A node knows its parent only after this.
  program.getTypeChecker()
  return program
}

/** Returns the events that the machine in a file declares as `events` in `setup`, by type. */
export function eventWords(program: ts.Program, file: string): Record<string, EventWords> {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(resolve(file))
  const events = source === undefined ? undefined : eventsType(source)
  const declared = events === undefined ? [] : eventsOf(events, checker, '')
  const words = [...Map.groupBy(declared, ({ name }) => name)].map(([name, alike]): [string, EventWords] => [
    name,
    {
      comment: alike.find(({ comment }) => comment !== '')?.comment ?? '',
      fields: fieldsOf(
        alike.map(({ type }) => type),
        checker,
        [],
      ).filter((field) => field.name !== 'type'),
    },
  ])
  return Object.fromEntries(words)
}

/** The type in `setup({ types: {} as { events: … } })`. */
function eventsType(node: ts.Node): ts.TypeNode | undefined {
  if (
    ts.isPropertySignature(node) &&
    node.name.getText() === 'events' &&
    ts.isTypeLiteralNode(node.parent) &&
    ts.isAsExpression(node.parent.parent)
  )
    return node.type
  return ts.forEachChild(node, eventsType)
}

/** Lists events with the comment before each; an event with a declaration of its own has the comment of that declaration. */
function eventsOf(node: ts.TypeNode, checker: ts.TypeChecker, inherited: string): DeclaredEvent[] {
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((each) => eventsOf(each, checker, ''))
  const comment = commentBefore(node) || inherited
  if (ts.isParenthesizedTypeNode(node)) return eventsOf(node.type, checker, comment)
  const declaration = declarationOf(node, checker)
  const said = comment || (declaration === undefined ? '' : commentBefore(declaration))
  if (declaration !== undefined && ts.isTypeAliasDeclaration(declaration))
    return eventsOf(declaration.type, checker, said)
  return alternativesOf(checker.getTypeFromTypeNode(node)).flatMap((type) => {
    const names = type.getProperty('type')
    return names === undefined
      ? []
      : alternativesOf(checker.getTypeOfSymbol(names)).flatMap((name) =>
          name.isStringLiteral() ? [{ name: name.value, comment: said, type }] : [],
        )
  })
}

function declarationOf(node: ts.TypeNode, checker: ts.TypeChecker): ts.Declaration | undefined {
  if (!ts.isTypeReferenceNode(node) || node.typeArguments !== undefined) return undefined
  const symbol = checker.getSymbolAtLocation(node.typeName)
  if (symbol === undefined) return undefined
  const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return declared.declarations?.[0]
}

/** Returns the doc comment directly before a node, on one line; '' without a comment. */
export function commentBefore(node: ts.Node): string {
  const text = node.getSourceFile().text.slice(0, node.getStart())
  const [, comment = ''] = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/[\s|(]*$/.exec(text) ?? []
  return comment
    .replaceAll(/^\s*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function fieldsOf(types: readonly ts.Type[], checker: ts.TypeChecker, trail: readonly ts.Type[]): Field[] {
  const found = Map.groupBy(
    types.flatMap((type) => checker.getPropertiesOfType(type)),
    ({ name }) => name,
  )
  return [...found].map(([name, symbols]) => {
    const values = symbols.flatMap((symbol) => alternativesOf(checker.getTypeOfSymbol(symbol)))
    return {
      name,
      optional:
        symbols.length < types.length ||
        symbols.some(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0) ||
        values.some(isAbsent),
      shape: shapeOf(values, checker, trail),
    }
  })
}

function shapeOf(types: readonly ts.Type[], checker: ts.TypeChecker, trail: readonly ts.Type[]): Shape {
  const all = types.filter((type) => !isAbsent(type)).map((type) => shapeOfOne(type, checker, trail))
  const isBoolean = [true, false].every((value) => all.some((each) => each.kind === 'literal' && each.value === value))
  const widened = all.map((each) =>
    isBoolean && each.kind === 'literal' && typeof each.value === 'boolean' ? ({ kind: 'boolean' } as const) : each,
  )
  const shapes = [...new Map(widened.map((each) => [JSON.stringify(each), each])).values()]
  const isWidened = (kind: Shape['kind']) => shapes.some((each) => each.kind === kind)
  const described = shapes
    .filter((each) => each.kind !== 'literal' || !isWidened(kindOf(each.value)))
    // The compiler lists null first, but the first type starts an example payload.
    .sort((one, other) => Number(one.kind === 'null') - Number(other.kind === 'null'))
  const [only] = described
  if (only === undefined || isWidened('unknown')) return { kind: 'unknown' }
  return described.length === 1 ? only : { kind: 'union', of: described }
}

function kindOf(value: string | number | boolean): Shape['kind'] {
  if (typeof value === 'string') return 'string'
  return typeof value === 'number' ? 'number' : 'boolean'
}

function shapeOfOne(type: ts.Type, checker: ts.TypeChecker, trail: readonly ts.Type[]): Shape {
  const { flags } = type
  if (type.isStringLiteral() || type.isNumberLiteral()) return { kind: 'literal', value: type.value }
  if (flags & ts.TypeFlags.BooleanLiteral) return { kind: 'literal', value: checker.typeToString(type) === 'true' }
  if (flags & ts.TypeFlags.StringLike) return { kind: 'string' }
  if (flags & ts.TypeFlags.NumberLike) return { kind: 'number' }
  if (flags & ts.TypeFlags.Null) return { kind: 'null' }
  if (trail.includes(type) || trail.length >= deepest || isUnknown(type)) return { kind: 'unknown' }
  const inner = (types: readonly ts.Type[]) => shapeOf(types.flatMap(alternativesOf), checker, [...trail, type])
  if (isList(type, checker)) return { kind: 'array', of: inner(checker.getTypeArguments(type)) }
  if (isFromPackage(type)) return { kind: 'unknown' }
  const entry = type.getStringIndexType()
  if (entry === undefined) return { kind: 'object', fields: fieldsOf([type], checker, [...trail, type]) }
  return type.getProperties().length === 0 ? { kind: 'record', of: inner([entry]) } : { kind: 'unknown' }
}

/** True for a function, and for a type that is neither an object nor an intersection of objects. */
function isUnknown(type: ts.Type): boolean {
  const parts = type.isIntersection() ? type.types : [type]
  return parts.some((part) => !(part.flags & ts.TypeFlags.Object) || part.getCallSignatures().length > 0)
}

function isList(type: ts.Type, checker: ts.TypeChecker): type is ts.TypeReference {
  return checker.isArrayType(type) || checker.isTupleType(type)
}

/** A class or an interface of the language or of a package (`Error`, `File`): JSON has no form for it. */
function isFromPackage(type: ts.Type): boolean {
  return type.isClassOrInterface() || isReference(type)
    ? (type.symbol.declarations ?? []).some((declaration) => declaration.getSourceFile().isDeclarationFile)
    : false
}

function isReference(type: ts.Type): boolean {
  return 'objectFlags' in type && (Number(type.objectFlags) & ts.ObjectFlags.Reference) !== 0
}

function alternativesOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

function isAbsent({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0
}
