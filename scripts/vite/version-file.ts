import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import manifest from '../../package.json' with { type: 'json' }

/** Writes `version.json` with the version of these sources, which the panel knows as `__PANEL_VERSION__` (VER-1), and their release. */
export function versionFile(): Plugin {
  const version = panelVersion()
  return {
    name: 'guarita:version-file',
    config: () => ({
      define: {
        __PANEL_VERSION__: JSON.stringify(version),
        __PANEL_RELEASE__: JSON.stringify(manifest.version),
      },
    }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version }) })
    },
  }
}

/** Returns the version: a hash of the sources. */
export function panelVersion(): string {
  return `${manifest.version}+${sourceHash()}`
}

/** Equal sources have an equal version: a restart without a change does not sign users out (VER-1 clears the browser's data). */
function sourceHash(): string {
  const hash = createHash('sha256')
  for (const file of globSync([
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'contract/**/*.*',
    'src/**/*.*',
    'public/**/*.*',
    'scripts/{vite,charts}/*.*',
  ]).sort())
    hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 8)
}
