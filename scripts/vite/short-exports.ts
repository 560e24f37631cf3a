import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const exportList = /export\{([^}]*)\};?\s*$/
const importList = /import\{([^}]*)\}from"\.\/(panel-[^"]*)"/g

/**
 * Lets later chunks know what they share with that of the first load by the names it has there: a second name for each cost the sign-in
 * page 260 B.
 */
export function shortExports(): Plugin {
  return {
    name: 'guarita:short-exports',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const folder = join(dir, 'assets')
      const [panel] = globSync('panel-*.js', { cwd: folder })
      if (panel === undefined) throw new Error('no panel among the chunks')
      const source = readFileSync(join(folder, panel), 'utf8')
      const locals = new Map(pairsOf(exportList.exec(source)?.[1]).map(([local, name]) => [name, local]))
      if (locals.size === 0) throw new Error('the panel exports nothing')
      writeFileSync(
        join(folder, panel),
        source.replace(exportList, () => `export{${[...new Set(locals.values())]}};`),
      )
      for (const chunk of globSync('*.js', { cwd: folder })) {
        const text = readFileSync(join(folder, chunk), 'utf8')
        if (!text.includes(`"./${panel}"`)) continue
        const named = text.replace(importList, (_, list: string) => {
          const taken = pairsOf(list).map(([name, local]) => `${locals.get(name) ?? unknown(name)} as ${local}`)
          return `import{${taken}}from"./${panel}"`
        })
        writeFileSync(join(folder, chunk), named)
      }
    },
  }
}

/** Of `a as b,c`: `[['a', 'b'], ['c', 'c']]`. */
function pairsOf(list = ''): [string, string][] {
  return list.split(',').flatMap((pair) => {
    const [first, second = first] = pair.split(' as ')
    return first === undefined || second === undefined || first === '' ? [] : [[first, second]]
  })
}

function unknown(name: string): never {
  throw new Error(`the panel does not export ${name}`)
}
