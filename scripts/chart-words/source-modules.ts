import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { docCommentReader } from './syntax.ts'

export type TypeDeclaration = ESTree.TSTypeAliasDeclaration | ESTree.TSInterfaceDeclaration

/** The declarations at the top of a file, by name. */
export interface SourceModule {
  file: string
  types: ReadonlyMap<string, { node: TypeDeclaration; comment: string }>
  /** What constants are set to; a function, too. */
  values: ReadonlyMap<string, ESTree.Expression | ESTree.Function>
  /** Where a name comes from: a path as it is written, and the name there, `*` for all of the module. */
  imports: ReadonlyMap<string, { from: string; name: string }>
  commentBefore: (start: number) => string
}

/** Something with the file that it stands in. */
export interface Placed<Thing> {
  module: SourceModule
  thing: Thing
}

/** The files of a project, each read once; names are followed from file to file, never into a package. */
export class SourceModules {
  readonly #read = new Map<string, SourceModule>()

  /** Every file that was read. */
  get files(): string[] {
    return [...this.#read.keys()]
  }

  at(file: string): SourceModule {
    const known = this.#read.get(file)
    if (known !== undefined) return known
    const module = readModule(file)
    this.#read.set(file, module)
    return module
  }

  /** The type of a name as a file sees it; null where it comes from a package or the language. */
  type(module: SourceModule, name: string): Placed<{ node: TypeDeclaration; comment: string }> | null {
    return this.#find(module, name, ({ types }, sought) => types.get(sought))
  }

  /** What a constant of that name is set to, as a file sees it. */
  value(module: SourceModule, name: string): Placed<ESTree.Expression | ESTree.Function> | null {
    return this.#find(module, name, ({ values }, sought) => values.get(sought))
  }

  #find<Thing>(
    module: SourceModule,
    name: string,
    take: (module: SourceModule, name: string) => Thing | undefined,
  ): Placed<Thing> | null {
    const thing = take(module, name)
    if (thing !== undefined) return { module, thing }
    const imported = module.imports.get(name)
    if (!imported?.from.startsWith('.')) return null
    return this.#find(this.at(posix.join(posix.dirname(module.file), imported.from)), imported.name, take)
  }
}

function readModule(file: string): SourceModule {
  const text = readFileSync(file, 'utf8')
  const { program, comments, module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('\n')}`)
  const commentBefore = docCommentReader(text, comments)
  const types = new Map<string, { node: TypeDeclaration; comment: string }>()
  const values = new Map<string, ESTree.Expression | ESTree.Function>()
  for (const statement of program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type === 'TSTypeAliasDeclaration' || node?.type === 'TSInterfaceDeclaration')
      types.set(node.id.name, { node, comment: commentBefore(statement.start) })
    else if (node?.type === 'FunctionDeclaration' && node.id !== null) values.set(node.id.name, node)
    else if (node?.type === 'VariableDeclaration' && node.kind === 'const')
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init !== null) values.set(id.name, init)
  }
  const imports = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ localName, importName }) => [
        localName.value,
        { from: moduleRequest.value, name: importName.name ?? '*' },
      ]),
    ),
  )
  return { file, types, values, imports, commentBefore }
}
