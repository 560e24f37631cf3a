import { type Plugin, parseSync, Visitor } from 'vite'
import { codeWithout } from './code-without.ts'

/** Removes descriptions, metadata and names of placeholders from charts: the sign-in page need not load them. */
export function undescribedCharts(): Plugin {
  return {
    name: 'guarita:undescribed-charts',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/machines\/[\w/-]+\.machine\.ts$/ },
      handler(code, id) {
        const described: { start: number; end: number }[] = []
        new Visitor({
          Property({ key, value, start }) {
            if (key.type !== 'Identifier') return
            const isDescription =
              key.name === 'description' && value.type === 'Literal' && typeof value.value === 'string'
            const isMeta = key.name === 'meta' && value.type === 'ObjectExpression'
            if (isDescription || isMeta) described.push({ start, end: value.end })
          },
          CallExpression({ callee, arguments: [name] }) {
            const isPlaceholder = callee.type === 'Identifier' && /^\w+NotProvided$/.test(callee.name)
            if (isPlaceholder && name?.type === 'Literal') described.push({ start: name.start, end: name.end })
          },
        }).visit(parseSync(id, code).program)
        return codeWithout(code, described)
      },
    },
  }
}
