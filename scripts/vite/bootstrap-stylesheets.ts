import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'

/**
 * Keeps Bootstrap in two separate files, so that the reading direction changes with one link (THM-4). The build keeps only rules with
 * classes that the sources name, and variables that these rules or the sources use; the development server serves the whole files.
 */
export function bootstrapStylesheets(): Plugin {
  const require = createRequire(import.meta.url)
  const whole = {
    ltr: localRules(readFileSync(require.resolve('bootstrap/dist/css/bootstrap.min.css'), 'utf8')),
    rtl: localRules(readFileSync(require.resolve('bootstrap/dist/css/bootstrap.rtl.min.css'), 'utf8')),
  }
  const served = new Map<string, string>()
  const urls = { ltr: '', rtl: '' }
  return {
    name: 'guarita:bootstrap-stylesheets',
    async config(_config, { command }) {
      for (const direction of ['ltr', 'rtl'] as const) {
        const css = command === 'build' ? await usedRules(whole[direction]) : whole[direction]
        const hash = createHash('sha256').update(css).digest('hex').slice(0, 8)
        urls[direction] = `/assets/bootstrap-${direction}-${hash}.css`
        served.set(urls[direction], css)
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const css = served.get(request.url ?? '')
        if (css === undefined) return next()
        response.setHeader('content-type', 'text/css').end(css)
      })
    },
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: {
          id: 'bootstrap',
          rel: 'stylesheet',
          href: urls.ltr,
          'data-ltr': urls.ltr,
          'data-rtl': urls.rtl,
          blocking: 'render',
        },
        injectTo: 'head-prepend',
      },
    ],
    generateBundle() {
      for (const [url, source] of served) this.emitFile({ type: 'asset', fileName: url.slice(1), source })
    },
  }
}

/**
 * Removes sibling selectors that make browsers recompute many styles when an element is added or removed: `legend + *`, which clears a
 * legend's float (not used here), and `:not(.btn-check) + .btn` (no button here follows such a checkbox).
 */
function localRules(css: string): string {
  const changes = [
    [/legend\+\*\{clear:(?:left|right)\}/, ''],
    [/:not\(\.btn-check\)\+\.btn/g, '.btn.btn'],
  ] as const
  return changes.reduce((text, [rule, instead]) => {
    if (text.search(rule) === -1) throw new Error(`Bootstrap no longer has the rule ${rule}: adapt this list`)
    return text.replace(rule, instead)
  }, css)
}

/** Bootstrap's classes that the panel does not use, although the sources contain the words. */
const otherWords =
  /^(alert|badge|col|container|invisible|lead|mark|modal|modal-dialog|nav|placeholder|progress|row|table|toast|visible)$/

async function usedRules(css: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: ['index.html', 'contract/**/*.ts', 'src/**/*.tsx', 'src/**/*.ts', 'public/*.js'],
    variables: true,
    keyframes: true,
    blocklist: [otherWords],
    safelist: { variables: variablesOf('src/**/*.{css,ts,tsx}') },
    dynamicAttributes: [
      'data-bs-theme',
      'dir',
      'type',
      'role',
      'disabled',
      'aria-current',
      'aria-disabled',
      'aria-expanded',
      'open',
      'href',
      'hidden',
    ],
    css: [{ raw: css.replace(/\/\*# sourceMappingURL=.*\*\//, '') }],
  })
  if (result === undefined) throw new Error('PurgeCSS gave no stylesheet')
  return result.css
}

function variablesOf(files: string): string[] {
  return globSync(files).flatMap((file) => readFileSync(file, 'utf8').match(/--bs-[\w-]+/g) ?? [])
}
