import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a pattern for the ids of modules. `paths` start at the project's folder; a path that ends in `/` is a folder.
 * Throws if a path does not exist: a moved file fails the build instead of changing its chunks.
 */
export function modulePattern(...paths: readonly string[]): RegExp {
  const missing = paths.filter((path) => !existsSync(join(import.meta.dirname, '../..', path)))
  if (missing.length > 0) throw new Error(`the build names paths that do not exist: ${missing.join(', ')}`)
  const patterns = paths.map((path) => path.replaceAll('.', '\\.') + (path.endsWith('/') ? '' : '$'))
  return new RegExp(`/(${patterns.join('|')})`)
}
