import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { projectRoot, runCommand } from './command.js'
import { oneAtATime } from './one-at-a-time.js'

const binaries = join(projectRoot, 'node_modules', '.bin')
const oldestNode = [22, 12]

/**
 * Brings node_modules to what package-lock.json says, if it isn't there yet, together with the project's own Node.js.
 * Resolves with the environment in which the project's commands run: its binaries come first in PATH.
 * Throws when the packages can't be installed; the message is for people.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function ensureInstalled() {
  if (!isInstalled()) {
    const checkout = createHash('sha256').update(projectRoot).digest('hex').slice(0, 12)
    await oneAtATime(`install-${checkout}`, async () => {
      if (!isInstalled()) await install()
    })
  }
  return { ...process.env, PATH: [binaries, process.env.PATH].join(delimiter) }
}

function isInstalled() {
  return packagesMatchLock() && hasRecentNode()
}

/** npm records in node_modules what it has put there; optional packages of other platforms are left out. */
function packagesMatchLock() {
  const wanted = readPackages(join(projectRoot, 'package-lock.json'))
  const installed = readPackages(join(projectRoot, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === version && found.integrity === integrity : optional === true
  })
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version: string, integrity?: string, optional?: boolean }>}
 */
function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}

function hasRecentNode() {
  const { stdout } = spawnSync(join(binaries, 'node'), ['--version'], { encoding: 'utf8' })
  const [major, minor] = (stdout ?? '').replace('v', '').split('.').map(Number)
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
}

async function install() {
  console.log('Installing packages; the first time takes about a minute…')
  const included = ['--include=dev', '--include=optional', '--include=peer']
  const failures = []
  // Some versions of npm refuse in `ci` a lock file that lacks other platforms' optional packages, which `install` accepts.
  for (const args of [
    ['ci', ...included],
    ['install', '--no-save', ...included],
  ]) {
    const { code, output } = await runNpm(args)
    if (code === 0) break
    failures.push(`npm ${args[0]} (${code}):\n${output}`)
  }
  if (!packagesMatchLock()) throw new Error(`${failures.join('\n')}\n${cannotInstall}`)

  // The package `node` fetches its binary in an install script, which a user's settings may have switched off.
  if (hasRecentNode()) return
  const { output } = await runNpm(['rebuild', 'node', '--ignore-scripts=false'])
  if (!hasRecentNode()) throw new Error(`${output}\n${cannotInstall}`)
}

const cannotInstall = `Não foi possível instalar os pacotes do projeto: confira a conexão com o registro do npm e rode "npm ci".
The project's packages could not be installed: check the connection to the npm registry and run "npm ci".`

/**
 * npm runs outside of node_modules/.bin: installing would take away the very Node.js that runs it.
 * @param {string[]} args
 */
function runNpm(args) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== binaries)
  return runCommand('npm', args, { env: { ...process.env, PATH: path.join(delimiter) }, quiet: true })
}
