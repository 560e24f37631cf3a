import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/**
 * Inlines the bundler's helpers into the chunks of the sign-in page, and into the signed-in chunk with its imports: a separate file would
 * cost a request. Later chunks import that file. Rolldown separates the helpers as soon as there are groups of chunks.
 */
export function inlinedRuntime(): Plugin {
  return {
    name: 'guarita:inlined-runtime',
    apply: 'build',
    writeBundle({ dir = 'dist' }, bundle) {
      const [runtime] = globSync('assets/rolldown-runtime-*.js', { cwd: dir })
      const [panel] = globSync('assets/panel-*.js', { cwd: dir })
      const [signedIn] = globSync('assets/signed-in-*.js', { cwd: dir })
      if (runtime === undefined || panel === undefined || signedIn === undefined)
        throw new Error('the runtime, panel or signed-in chunk is missing')
      const importsOf = (fileName: string) => {
        const file = bundle[fileName]
        return file?.type === 'chunk' ? file.imports : []
      }
      const first = new Set([panel, signedIn, ...importsOf(signedIn)])
      const { body, names } = partsOf(readFileSync(join(dir, runtime), 'utf8'))
      for (const chunk of [...first].filter((fileName) => importsOf(fileName).includes(runtime)))
        edit(join(dir, chunk), /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]*";/, (_, imported: string) => {
          const wanted = imported.split(',').map((pair) => pair.split(' as '))
          const taken = wanted.map(([name, local = name]) => `${name}:${local}`)
          const given = wanted.map(([name = '']) => `${name}:${names.get(name)}`)
          return `const{${taken}}=(()=>{${body};return{${given}}})();`
        })
      edit(
        join(dir, panel),
        /^.*$/s,
        (code) => minifySync(panel, code, { module: true, compress: { target: 'es2023' } }).code,
      )
      edit(join(dir, 'index.html'), /\s*<script [^>]*rolldown-runtime[^>]*><\/script>/, () => '')
    },
  }
}

function partsOf(code: string): { body: string; names: ReadonlyMap<string, string> } {
  const [, body, exported] = /^(.*?)(?:,\w+=\(\w+=>typeof require<.*)?;?export\{(.*)\};?\s*$/s.exec(code) ?? []
  if (body === undefined || exported === undefined) throw new Error('the runtime of the bundler has changed')
  const pairs = exported.split(',').map((pair) => pair.split(' as '))
  return { body, names: new Map(pairs.map(([local = '', name = local]) => [name, local])) }
}

function edit(path: string, part: RegExp, instead: (match: string, group: string) => string): void {
  const source = readFileSync(path, 'utf8')
  if (!part.test(source)) throw new Error(`${path} has no part that matches ${part}`)
  writeFileSync(path, source.replace(part, instead))
}
