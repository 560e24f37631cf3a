import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { projectRoot, runCommand } from './command.js'

const modules = join(projectRoot, 'node_modules')

/** Files that only developers of a package read; a licence in such a file stays. */
const unreadFile = /^(?!.*licen[cs]e).*\.(map|md|d\.[cm]?ts)$/i
/** Folders in the root of a package that only its developers read. */
const unreadFolders = ['test', 'tests', 'docs', 'examples', 'example', 'benchmark', 'benchmarks']

/** Removes source maps, types, documents and tests from the packages: the server never reads these files (OPS-6). */
export async function trimPackages() {
  /** @type {{ packages: Record<string, unknown> }} */
  const { packages } = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'))
  for (const path of Object.keys(packages))
    for (const name of unreadFolders) await rm(join(projectRoot, path, name), { recursive: true, force: true })
  for (const path of await readdir(modules, { recursive: true })) {
    const file = join(modules, path)
    // A folder can be named for a package such as `array.prototype.map`.
    if (unreadFile.test(basename(path)) && (await lstat(file)).isFile()) await rm(file)
  }
}

/**
 * Removes the symbols of the project's Node.js, 17 MB that only a debugger reads, if the machine has `strip`. This process
 * may run on the same file, so the smaller file replaces it by its name.
 */
export async function stripNode() {
  const node = join(modules, 'node', 'bin', 'node')
  const smaller = `${node}-stripped`
  const stripped = await runCommand('strip', ['-o', smaller, node], { quiet: true })
  const [before, after] = await Promise.all(
    [node, smaller].map((file) => runCommand(file, ['--version'], { quiet: true })),
  )
  if (stripped.code === 0 && after?.code === 0 && after.output === before?.output) await rename(smaller, node)
  else await rm(smaller, { force: true })
}
