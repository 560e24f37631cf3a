import type { Plugin, Rolldown } from 'vite'
import { modulePattern } from './module-pattern.ts'

/**
 * Adds to the boot script in index.html a list of files needed after sign-in: the signed-in chunk, its stylesheet and its imported
 * chunks. The development server has no chunks and prefetches nothing.
 */
export function codeAhead(): Plugin {
  return {
    name: 'guarita:code-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const isMissing = ({ fileName, name }: Rolldown.OutputChunk) =>
          // The bundler's helpers are inlined into each of these chunks.
          !html.includes(fileName) && name !== 'rolldown-runtime'
        const missing = chunks.filter(isMissing)
        const ahead = filesOf(missing, modulePattern('src/composition/signed-in.tsx')).join(' ')
        const boot = '<script src="/assets/page-boot-'
        if (!html.includes(boot)) throw new Error('no boot script for the list of files')
        return html.replace(boot, boot.replace(' ', ` data-ahead="${ahead}" `))
      },
    },
  }
}

/** Lists the addresses of a module's chunk and of its direct imports, with their stylesheets. Prefetched imports save a round trip. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], module: RegExp): string[] {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
  if (chunk === undefined) throw new Error(`no chunk with ${module}`)
  const files = [chunk, ...chunks.filter(({ fileName }) => chunk.imports.includes(fileName))].flatMap(
    ({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])],
  )
  return files.map((file) => `/${file}`)
}
