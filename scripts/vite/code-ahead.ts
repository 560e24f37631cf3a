import type { Plugin, Rolldown } from 'vite'

/**
 * Tells the boot script in index.html which files a person who signs in needs next: the signed-in chunk with its stylesheet and the
 * chunks that it imports. The development server has no chunks, and fetches nothing ahead.
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
          // The bundler's helpers are put into each of them.
          !html.includes(fileName) && name !== 'rolldown-runtime'
        const missing = chunks.filter(isMissing)
        const ahead = filesOf(missing, /\/src\/composition\/signed-in\.tsx$/).join(' ')
        const boot = '<script src="/assets/page-boot-'
        if (!html.includes(boot)) throw new Error('no boot script to tell of the code ahead')
        return html.replace(boot, boot.replace(' ', ` data-ahead="${ahead}" `))
      },
    },
  }
}

/** Addresses of the chunk with a module, and of what of the others it imports, which else is a round trip more; with stylesheets. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], module: RegExp): string[] {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
  if (chunk === undefined) throw new Error(`no chunk with ${module}`)
  const files = [chunk, ...chunks.filter(({ fileName }) => chunk.imports.includes(fileName))].flatMap(
    ({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])],
  )
  return files.map((file) => `/${file}`)
}
