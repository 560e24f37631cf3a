import { readFileSync } from 'node:fs'
import { type Plugin, parseSync, Visitor } from 'vite'

/** What a call needs of its route; the rest is for the backend and the documents. */
const needed = ['method', 'path', 'access', 'answer', 'errorBodies']

/**
 * Makes each route of the contract a module of its own, so that a page loads the schemas of the routes that the page calls, and no others.
 * Summaries, texts of errors and schemas of requests are left out of the bundle.
 */
export function routeModules(): Plugin {
  return {
    name: 'guarita:route-modules',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/contract\/wire\/routes\/[\w-]+\.ts(\?|$)/ },
      handler(id) {
        const [file = '', query = ''] = id.split('?')
        const { imports, shared, tables } = partsOf(file, readFileSync(file, 'utf8'))
        // Vite tells the language of a module by the end of its name.
        const part = (name: string) => JSON.stringify(`${file}?${name}.ts`)
        const [tableName = '', routeName = ''] = query.split('.')
        const table = tables.get(tableName)
        const route = table?.get(routeName)
        const code =
          table === undefined
            ? [...tables.keys()].map((name) => `export * as ${name} from ${part(name)}`)
            : route === undefined
              ? [...table.keys()].map((name) => `export { route as ${name} } from ${part(`${tableName}.${name}`)}`)
              : [...imports(shared + route), shared, `export const route = ${route}`]
        return { code: code.join('\n'), moduleSideEffects: false }
      },
    },
  }
}

/** The parts of a file with tables of routes: the imports that a code needs, what stands before the tables, and each route's code. */
function partsOf(file: string, source: string) {
  const imported: { name: string; from: string }[] = []
  const tables = new Map<string, Map<string, string>>()
  let importsEnd = 0
  let tablesStart = source.length
  let table = new Map<string, string>()
  new Visitor({
    ImportDeclaration({ importKind, source: from, specifiers, end }) {
      importsEnd = end
      if (importKind === 'type') return
      for (const { local } of specifiers) imported.push({ name: local.name, from: from.raw ?? '' })
    },
    ExportNamedDeclaration({ declaration, start }) {
      if (declaration?.type !== 'VariableDeclaration') return
      const [declared] = declaration.declarations
      if (declared?.id.type !== 'Identifier') return
      table = new Map()
      tables.set(declared.id.name, table)
      tablesStart = Math.min(tablesStart, start)
    },
    Property({ key, value }) {
      if (key.type !== 'Identifier' || value.type !== 'ObjectExpression') return
      const fields = value.properties.flatMap((field) =>
        field.type === 'Property' && field.key.type === 'Identifier' && needed.includes(field.key.name)
          ? [{ name: field.key.name, code: source.slice(field.start, field.end) }]
          : [],
      )
      if (fields.some(({ name }) => name === 'path'))
        table.set(key.name, `{ ${fields.map(({ code }) => code).join(', ')} }`)
    },
  }).visit(parseSync(file, source).program)
  return {
    tables,
    shared: source.slice(importsEnd, tablesStart),
    imports: (code: string) =>
      imported
        .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(code))
        .map(({ name, from }) => `import { ${name} } from ${from}`),
  }
}
