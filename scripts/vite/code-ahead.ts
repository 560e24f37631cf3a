import type { Plugin, Rolldown } from 'vite'

/**
 * Tells the boot script in index.html which files whoever signs in needs next: script and stylesheet of the signed-in chunk,
 * and the chunk that knows where the later pages' code is. The development server has no chunks, and fetches nothing ahead.
 */
export function codeAhead(): Plugin {
  return {
    name: 'guarita:code-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const ahead = filesOf(chunks, /\/src\/composition\/signed-in\.tsx$/).join(' ')
        const page = filesOf(chunks, /\/src\/composition\/page-code\.ts$/).join(' ')
        const boot = '<script src="/assets/page-boot-'
        if (!html.includes(boot)) throw new Error('no boot script to tell of the code ahead')
        return html.replace(boot, boot.replace(' ', ` data-ahead="${ahead}" data-page=" ${page}" `))
      },
    },
  }
}

/** Addresses of the chunk with a module, and of its stylesheets. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], module: RegExp): string[] {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
  if (chunk === undefined) throw new Error(`no chunk with ${module}`)
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)
}
