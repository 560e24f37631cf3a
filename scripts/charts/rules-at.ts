import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ChartRule, DiffLanguage } from './chart-rules.ts'

const run = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** Reads the rules of the project in a folder, in a separate process. */
export async function rulesIn(folder: string, language: DiffLanguage): Promise<ChartRule[]> {
  const args = [join(import.meta.dirname, 'print-rules.ts'), language]
  const { stdout, stderr } = await run(process.execPath, args, { cwd: folder, maxBuffer })
  process.stderr.write(stderr)
  return JSON.parse(stdout)
}

/** Reads the rules of a revision of this repository. Rejects if git does not know the revision. */
export async function rulesAt(revision: string, language: DiffLanguage): Promise<ChartRule[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guarita-charts-'))
  try {
    const archive = join(folder, 'tree.tar')
    await run('git', ['archive', '--output', archive, revision])
    await run('tar', ['-xf', archive, '-C', folder])
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    return await rulesIn(folder, language)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
