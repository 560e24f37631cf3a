import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const manifest = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }))

/** Reads the version from `package.json`. */
export async function programVersion(): Promise<string> {
  return v.parse(manifest, await readFile(join(import.meta.dirname, '../package.json'), 'utf8')).version
}
