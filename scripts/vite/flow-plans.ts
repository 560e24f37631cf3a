import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Plugin, parseSync, Visitor } from 'vite'
import { codeWithout } from './code-without.ts'

/** Properties of a flow by the code that needs them: the root before the sign-in, or the code for signed-in people. */
const properties = { root: ['hears', 'input'], signedIn: ['chart', 'menu', 'requires'] } as const

/**
 * Divides the declarations of the flows into two copies. `composition/flow-plans.ts`, part of the sign-in page, gets a copy with inputs,
 * forwarded events and addresses, so that charts, pages and menu entries cost the sign-in page nothing. The rest loads with the sign-in.
 */
export function flowPlans(): Plugin {
  return {
    name: 'guarita:flow-plans',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\/flows(\/[\w-]+)?\.ts$/ },
      handler(source, importer = '') {
        const [file = '', query] = importer.split('?')
        return query === 'plan.ts' || file.endsWith('/composition/flow-plans.ts')
          ? `${join(dirname(file), source)}?plan.ts`
          : null
      },
    },
    load: {
      filter: { id: /\/composition\/flows(\/[\w-]+)?\.ts(\?plan\.ts)?$/ },
      handler(id) {
        const [file = '', query] = id.split('?')
        const code = partOf(readFileSync(file, 'utf8'), query === 'plan.ts' ? 'root' : 'signedIn')
        return { code, moduleSideEffects: false }
      },
    },
  }
}

/** Returns the code of a declaration with the properties for one reader only. The root gets the address of a page instead of the page. */
export function partOf(code: string, reader: keyof typeof properties): string {
  const others: readonly string[] = properties[reader === 'root' ? 'signedIn' : 'root']
  const removed: { start: number; end: number }[] = []
  new Visitor({
    Property({ key, start, end }) {
      if (key.type === 'Identifier' && others.includes(key.name)) removed.push({ start, end })
    },
    CallExpression({ callee, arguments: [, plan] }) {
      if (reader === 'root' && callee.type === 'Identifier' && callee.name === 'page' && plan) removed.push(plan)
    },
  }).visit(parseSync('flow.ts', code).program)
  return codeWithout(code, removed)
}
