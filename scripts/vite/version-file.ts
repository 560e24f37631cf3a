import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, realpathSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { BuiltVersion } from '../../contract/wire/version.ts'
import manifest from '../../package.json' with { type: 'json' }

/** Writes `version.json`, from which the server knows its build, and defines `__PANEL_VERSION__` (VER-1) and the release (OPS-5). */
export function versionFile(): Plugin {
  const built = builtVersion()
  return {
    name: 'guarita:version-file',
    config: () => ({
      define: {
        __PANEL_VERSION__: JSON.stringify(built.version),
        __PANEL_RELEASE__: JSON.stringify(manifest.version),
      },
    }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify(built) })
    },
  }
}

/**
 * Version of the sources in a folder (OPS-5): release and commit, such as `0.3.0+d5971c10`. If the commit is unknown or does not describe
 * the sources, a hash of the sources follows, because different sources must have different versions (VER-1). Without git, `GUARITA_COMMIT`
 * names the commit.
 */
export function builtVersion(folder = process.cwd()): BuiltVersion {
  const found = commitIn(folder) ?? { commit: process.env.GUARITA_COMMIT || null, isModified: false }
  if (found.commit !== null && !found.isModified)
    return { version: `${manifest.version}+${found.commit}`, commit: found.commit }
  const commit = found.commit === null ? null : `${found.commit}-modified`
  return { version: `${manifest.version}+${commit ?? 'no-commit'}.${sourceHash(folder)}`, commit }
}

/** Returns null if the folder is not the root of a git repository. */
function commitIn(folder: string): { commit: string; isModified: boolean } | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(folder)) return null
    return { commit: git('rev-parse', '--short=8', 'HEAD'), isModified: git('status', '--porcelain') !== '' }
  } catch {
    return null
  }
}

function sourceHash(folder: string): string {
  const hash = createHash('sha256')
  const sources = [
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'contract/**/*.*',
    'src/**/*.*',
    'public/**/*.*',
    'scripts/{vite,charts}/*.*',
  ]
  for (const file of globSync(sources, { cwd: folder }).sort())
    hash.update(file).update(readFileSync(`${folder}/${file}`))
  return hash.digest('hex').slice(0, 8)
}
