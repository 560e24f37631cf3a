import { type Plugin, runnerImport } from 'vite'
import { builtVersion, versionFile } from './version-file.ts'

/**
 * Renders the sign-in page into index.html with its own components, for the panel to hydrate, and the version into `<html>`. The
 * development server shows the splash until the panel has loaded.
 */
export function prerenderedSignIn(): Plugin {
  return {
    name: 'guarita:prerendered-sign-in',
    apply: 'build',
    async transformIndexHtml(html) {
      const { module } = await runnerImport<typeof import('../../src/prerender.tsx')>('./src/prerender.tsx', {
        plugins: [withoutStylesheets, versionFile()],
      })
      const markup = await module.signInMarkup()
      return html
        .replace('<html', `<html data-built="${builtVersion().version}"`)
        .replace('<div id="root">', (start) => start + markup)
    },
  }
}

const withoutStylesheets: Plugin = {
  name: 'guarita:without-stylesheets',
  enforce: 'pre',
  resolveId: { filter: { id: /\.css$/ }, handler: () => 'virtual:no-stylesheet' },
  load: { filter: { id: /^virtual:no-stylesheet$/ }, handler: () => 'export {}' },
}
