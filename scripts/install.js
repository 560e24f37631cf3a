import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { isCode, projectRoot, runCommand } from './command.js'
import { oneAtATime } from './one-at-a-time.js'
import { withProgress } from './progress.js'

const binaries = join(projectRoot, 'node_modules', '.bin')
const oldestNode = { major: 22, minor: 12 }
// Otherwise the report would look up the host names of open connections.
Object.assign(process.report, { excludeNetwork: true })
/** @type {{ header?: { glibcVersionRuntime?: string } }} */
const platform = process.report.getReport()
const hasGlibc = platform.header?.glibcVersionRuntime !== undefined

/**
 * Installs node_modules according to package-lock.json if needed, with the project's own Node.js; never in a folder that
 * has a built panel, which a server may be using. Resolves with the environment of the project's commands: its binaries
 * come first in PATH. Throws if the packages are missing and cannot be installed; the message is for people.
 * @param {{ isComplete?: boolean }} [needs] `isComplete`: also the packages that only development needs (the default)
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function ensureInstalled({ isComplete = true } = {}) {
  if (!isInstalled(isComplete)) {
    if (hasPanel()) throw new Error(panelIsBuilt)
    refuseReadOnly(projectRoot)
    const checkout = createHash('sha256').update(projectRoot).digest('hex').slice(0, 12)
    await oneAtATime(`install-${checkout}`, async () => {
      if (!isInstalled()) await withProgress('Installing packages', install, unpackedCount)
    })
  }
  return { ...process.env, PATH: [binaries, process.env.PATH].join(delimiter) }
}

/** Whether the panel has been built in this folder. */
export function hasPanel() {
  return existsSync(join(projectRoot, 'dist', 'index.html'))
}

/** Whether this folder is a delivered installation: a built panel, without the packages that build it. */
export function isDelivered() {
  return hasPanel() && !existsSync(join(projectRoot, 'node_modules', 'vite'))
}

/**
 * In a delivered installation, a person who calls a program here instead of the installed command works on other data
 * than the service: prints a hint, unless the person has named the data.
 * @param {string[]} args
 */
export function hintAtInstalledCommand(args) {
  const { GUARITA_COMMAND, GUARITA_DATA, DATABASE_URL } = process.env
  const isNamed = args.some((arg) => arg === '--data' || arg.startsWith('--data='))
  if (isDelivered() && !isNamed && !GUARITA_COMMAND && !GUARITA_DATA && !DATABASE_URL)
    console.error(`Atenção: sem as configurações do serviço, isto usa os dados de ${projectRoot}.data. Para usar os do serviço: "sudo guarita …", em qualquer pasta.
Attention: without the settings of the service, this uses the data in ${projectRoot}.data. For the data of the service: "sudo guarita …", in any directory.`)
}

/**
 * Throws a sentence about the folder if this user cannot write in it.
 * @param {string} folder
 */
export function refuseReadOnly(folder) {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Error(`A pasta ${folder} não pode ser gravada por ${userInfo().username}, e os pacotes e o painel ficam nela. Use uma pasta que este usuário possa gravar.
The directory ${folder} is not writable for ${userInfo().username}; packages and panel go there. Use a directory that this user can write.`)
  }
}

function isInstalled(isComplete = true) {
  return packagesMatchLock(isComplete) && hasRecentNode(isComplete)
}

/** Compares package-lock.json with npm's record in node_modules; ignores optional packages of other platforms. */
function packagesMatchLock(isComplete = true) {
  const wanted = readPackages(join(projectRoot, 'package-lock.json'))
  const installed = readPackages(join(projectRoot, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path]
    if (path === '' || ((entry.dev || entry.devOptional) && !isComplete)) return true
    if (!found) return entry.optional === true && !isForThisPlatform(entry)
    return found.version === entry.version && [undefined, found.integrity].includes(entry.integrity)
  })
}

/**
 * @typedef {{ version: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockEntry
 * @param {string} lockFile
 * @returns {Record<string, LockEntry>}
 */
function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch (error) {
    if (isCode(error, 'ENOENT')) return {}
    throw error
  }
}

/** @param {LockEntry} entry */
function isForThisPlatform({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false
  return libc === undefined || libc.includes(hasGlibc ? 'glibc' : 'musl')
}

/** A container has a Node.js of its own instead of the project's: without development packages, that counts too. */
function hasRecentNode(isOwn = true) {
  const { stdout } = spawnSync(join(binaries, 'node'), ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = (stdout ?? (isOwn ? '' : process.version)).replace('v', '').split('.').map(Number)
  return major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)
}

/** Counts unpacked packages: npm makes all folders first, then unpacks package by package. */
function unpackedCount() {
  const wanted = Object.entries(readPackages(join(projectRoot, 'package-lock.json')))
    .filter(([path, entry]) => path !== '' && (entry.optional !== true || isForThisPlatform(entry)))
    .map(([path]) => join(projectRoot, path, 'package.json'))
  return `${wanted.filter((file) => existsSync(file)).length} of ${wanted.length} packages`
}

async function install() {
  const settings = ['--include=dev', '--include=optional', '--include=peer', ...shortRetries]
  const installByLock = ['install', '--no-save', ...settings]
  const clean = await runNpm(['ci', ...settings])

  // Some versions of npm refuse in `ci` a lock file that lacks other platforms' optional packages, which `install` accepts.
  const { code, output } = clean.output.includes('EUSAGE') ? await runNpm(installByLock) : clean
  if (code !== 0) throw new Error(`${output}\n${cannotInstall}`)

  // The package `node` fetches its binary in an install script, which a user's settings may have switched off.
  const rebuilt = hasRecentNode() ? undefined : await runNpm(['rebuild', 'node', '--ignore-scripts=false'])

  // npm leaves out optional packages that want a newer Node.js than the one it runs on.
  const completed = packagesMatchLock() ? undefined : await runNpm(installByLock, binaries)

  if (!isInstalled()) throw new Error([rebuilt?.output, completed?.output, cannotInstall].join('\n'))
}

// With npm's default pauses it takes ten minutes to report that the registry cannot be reached.
const shortRetries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

const panelIsBuilt = `Os pacotes em ${projectRoot} não são os desta versão. Nada foi instalado, porque ali há um painel construído (dist), que um servidor pode estar usando. Em um checkout de desenvolvimento: npm ci. Em uma instalação: prepare a versão nova em outra pasta, com npm run deliver.
The packages in ${projectRoot} are not those of this version. Nothing was installed, because a built panel (dist) is there, and a server may be using it. In a development checkout: npm ci. In an installation: prepare the new version in another directory, with npm run deliver.`

const cannotInstall = `Não foi possível instalar os pacotes do projeto: confira a conexão com o registro do npm e rode o comando de novo.
The project's packages could not be installed: check the connection to the npm registry and run the command again.`

/**
 * Without `ownNode`, npm runs on the machine's Node.js: installing removes the one in node_modules.
 * @param {string[]} args
 * @param {string} [ownNode] folder of the project's Node.js
 */
function runNpm(args, ownNode) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== binaries)
  if (ownNode !== undefined) path.unshift(ownNode)
  return runCommand('npm', args, { env: { ...process.env, PATH: path.join(delimiter) }, quiet: true })
}
