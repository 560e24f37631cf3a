import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type BuiltVersion, builtVersion } from '../contract/wire/version.ts'

const manifest = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }))
const versionFile = v.pipe(v.string(), v.parseJson(), builtVersion)

/** Reads the release from `package.json`. */
export async function programVersion(): Promise<string> {
  return v.parse(manifest, await readFile(join(import.meta.dirname, '../package.json'), 'utf8')).version
}

/** Reads the version file that the build wrote beside the panel (OPS-5). Without a build, returns the release and no commit. */
export async function versionOfBuild(panelDir: string): Promise<BuiltVersion> {
  const file = await readFile(join(panelDir, 'version.json'), 'utf8').catch(() => undefined)
  const parsed = v.safeParse(versionFile, file)
  return parsed.success ? parsed.output : { version: await programVersion(), commit: null }
}
