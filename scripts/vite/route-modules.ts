import { readFileSync } from 'node:fs'
import { type ESTree, type Plugin, parseSync } from 'vite'
import { get, post, put, remove } from '../../contract/wire/route.ts'

/** Properties of a route that a call needs; the others are for the backend and the documents. */
const needed = ['method', 'path', 'access', 'answer', 'errorBodies']

/**
 * Makes each route of the contract a separate module, so that a page loads only the schemas of its own routes. The bundle has no summaries,
 * error texts and request schemas. Declarations before the tables become one module.
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
        // Vite detects a module's language by the end of its name.
        const part = (name: string) => JSON.stringify(`${file}?${name}.ts`)
        const sharedIn = (code: string) => {
          const names = shared.names.filter((name) => new RegExp(`\\b${name}\\b`).test(code))
          return names.length === 0 ? '' : `import { ${names.join(', ')} } from ${part('shared')}`
        }
        const [tableName = '', routeName = ''] = query.split('.')
        const table = tables.get(tableName)
        const route = table?.get(routeName)
        const code =
          tableName === 'shared'
            ? [...imports(shared.code), shared.code, `export { ${shared.names.join(', ')} }`]
            : table === undefined
              ? [
                  `export { ${shared.exported.join(', ')} } from ${part('shared')}`,
                  ...[...tables.keys()].map((name) => `export * as ${name} from ${part(name)}`),
                ]
              : route === undefined
                ? [...table.keys()].map((name) => `export { route as ${name} } from ${part(`${tableName}.${name}`)}`)
                : [...imports(route), sharedIn(route), `export const route = ${route}`]
        return { code: code.join('\n'), moduleSideEffects: false }
      },
    },
  }
}

/** Splits a file with tables of routes: the imports of a piece of code, the declarations before the tables, and the code of each route. */
function partsOf(file: string, source: string) {
  const imported: { name: string; code: string }[] = []
  const shared = { code: '', names: [] as string[], exported: [] as string[] }
  const tables = new Map<string, Map<string, string>>()
  const { program } = parseSync(file, source)
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.importKind === 'type') continue
      for (const { local, start, end, type } of statement.specifiers) {
        const specifier = source.slice(start, end)
        imported.push({
          name: local.name,
          code: `import ${type === 'ImportSpecifier' ? `{ ${specifier} }` : specifier} from ${statement.source.raw}`,
        })
      }
      continue
    }
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || init === null) continue
      const routes = routesIn(init, source)
      if (routes.size > 0) {
        tables.set(id.name, routes)
        continue
      }
      shared.code += `const ${source.slice(id.start, init.end)}\n`
      shared.names.push(id.name)
      if (isExported) shared.exported.push(id.name)
    }
  }
  return {
    tables,
    shared,
    imports: (code: string) =>
      imported.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(code)).map((each) => each.code),
  }
}

function routesIn(table: ESTree.Expression, source: string): Map<string, string> {
  const routes = new Map<string, string>()
  const object = plainObject(table)
  for (const property of object?.properties ?? []) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    const fields = (plainObject(property.value)?.properties ?? []).flatMap((field) => {
      if (field.type === 'SpreadElement') return methodIn(source.slice(field.argument.start, field.argument.end))
      const { key, start, end } = field
      if (key.type !== 'Identifier' || !needed.includes(key.name)) return []
      const code = source.slice(start, end)
      // A call only needs to know whether it is sent without a session.
      return key.name === 'access' && !code.includes("'everybody'") ? [] : code
    })
    if (fields.some((code) => code.startsWith('path:'))) routes.set(property.key.name, `{ ${fields.join(', ')} }`)
  }
  return routes
}

/** The method of a default (`method: 'GET'` for `get`), the only field of the default that a call needs. Other spreads stay. */
function methodIn(name: string): string {
  const found = Object.entries({ get, post, put, remove }).find(([each]) => each === name)
  return found === undefined ? `...${name}` : `method: '${found[1].method}'`
}

function plainObject(expression: ESTree.Expression): ESTree.ObjectExpression | undefined {
  if (expression.type === 'ObjectExpression') return expression
  return expression.type === 'TSAsExpression' || expression.type === 'TSSatisfiesExpression'
    ? plainObject(expression.expression)
    : undefined
}
