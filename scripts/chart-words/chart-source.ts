import { type ESTree, parseSync, Visitor } from 'vite'
import { docCommentReader, nameOf, oneLine } from './syntax.ts'

/** What a machine's source says of something that `setup` names. */
export interface Named {
  /** Its doc comment, on one line; '' where it has none. */
  comment: string
  /** Its value as it is written, on one line. */
  text: string
  /** Name of the function that makes it, with the types that it is given: `promiseNotProvided`, `['string', 'void']`. */
  maker: string
  types: readonly string[]
}

export type Section = 'actors' | 'actions' | 'guards' | 'delays'

export interface Imported {
  name: string
  isType: boolean
}

/** What no machine object tells of itself: its words. */
export interface ChartSource {
  /** The doc comments of exported constants and functions, by name. */
  comments: ReadonlyMap<string, string>
  setup: Readonly<Record<Section, ReadonlyMap<string, Named>>>
  /** The doc comments of events, by type. */
  events: ReadonlyMap<string, string>
  /** What it imports, by module. */
  imports: ReadonlyMap<string, readonly Imported[]>
  /** Every name that it uses. */
  uses: ReadonlySet<string>
}

/** Reads a machine's module; a module without a chart has events and comments all the same. */
export function readChartSource(text: string): ChartSource {
  const { program, comments, module, errors } = parseSync('chart.ts', text)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  const commentBefore = docCommentReader(text, comments)
  const named = ({ start, value }: ESTree.ObjectProperty): Named => ({
    comment: commentBefore(start),
    text: oneLine(text.slice(value.start, value.end)),
    maker: value.type === 'CallExpression' && value.callee.type === 'Identifier' ? value.callee.name : '',
    types:
      value.type === 'CallExpression'
        ? (value.typeArguments?.params ?? []).map((type) => oneLine(text.slice(type.start, type.end)))
        : [],
  })
  const found = new Map<string, string>()
  const events = new Map<string, string>()
  const uses = new Set<string>()
  const setup = {
    actors: new Map<string, Named>(),
    actions: new Map<string, Named>(),
    guards: new Map<string, Named>(),
    delays: new Map<string, Named>(),
  }
  new Visitor({
    Identifier({ name }) {
      uses.add(name)
    },
    ExportNamedDeclaration({ start, declaration }) {
      if (declaration?.type === 'FunctionDeclaration' && declaration.id)
        found.set(declaration.id.name, commentBefore(start))
      if (declaration?.type !== 'VariableDeclaration') return
      for (const { id } of declaration.declarations)
        if (id.type === 'Identifier') found.set(id.name, commentBefore(start))
    },
    TSTypeLiteral(literal) {
      for (const event of eventTypes(literal)) if (!events.has(event)) events.set(event, commentBefore(literal.start))
    },
    CallExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'setup' || options?.type !== 'ObjectExpression') return
      for (const { key, value } of properties(options)) {
        const section = sectionOf(nameOf(key))
        if (section === null || value.type !== 'ObjectExpression') continue
        for (const property of properties(value)) setup[section].set(nameOf(property.key), named(property))
      }
    },
  }).visit(program)
  const imports = new Map(
    module.staticImports.map(({ moduleRequest, entries }) => [
      moduleRequest.value,
      entries.map(({ localName, isType }): Imported => ({ name: localName.value, isType })),
    ]),
  )
  return { comments: found, setup, events, imports, uses }
}

function properties({ properties: all }: ESTree.ObjectExpression): ESTree.ObjectProperty[] {
  return all.filter((property) => property.type === 'Property')
}

function sectionOf(name: string): Section | null {
  return name === 'actors' || name === 'actions' || name === 'guards' || name === 'delays' ? name : null
}

function eventTypes({ members }: ESTree.TSTypeLiteral): string[] {
  const type = members.find((member) => member.type === 'TSPropertySignature' && nameOf(member.key) === 'type')
  if (type?.type !== 'TSPropertySignature' || type.typeAnnotation == null) return []
  const { typeAnnotation } = type.typeAnnotation
  return (typeAnnotation.type === 'TSUnionType' ? typeAnnotation.types : [typeAnnotation]).flatMap((each) =>
    each.type === 'TSLiteralType' && each.literal.type === 'Literal' ? [String(each.literal.value)] : [],
  )
}
