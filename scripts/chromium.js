import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runCommand } from './command.js'
import { oneAtATime } from './one-at-a-time.js'

/** Chromium without its window's machinery: two thirds of the work for the same pages. It has no notifications. */
const usualShellPaths = ['/usr/bin/chromium-headless-shell']
const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Path of a Chromium that starts: `CHROMIUM_PATH` if it is set, else Playwright's own or the system's.
 * @returns {Promise<string | undefined>}
 */
async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const { chromium } = await import('@playwright/test')
  return [chromium.executablePath(), ...usualPaths].find(starts)
}

/**
 * Path of a headless shell that starts: `CHROMIUM_SHELL_PATH` if it is set, else the system's.
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  return process.env.CHROMIUM_SHELL_PATH ?? usualShellPaths.find(starts)
}

/**
 * Finds Chromium, or installs it: from Playwright, else from the system's Debian packages where that needs no password.
 * Throws when there is none after all; the message is for people.
 * @param {NodeJS.ProcessEnv} env with the project's binaries in PATH
 * @returns {Promise<string>} its path
 */
export async function ensureChromium(env) {
  const found = (await findChromium()) ?? (await oneAtATime('chromium', () => installChromium(env)))
  if (found && starts(found)) return found
  throw new Error(
    found
      ? `CHROMIUM_PATH is set to ${found}, which does not start.`
      : 'No Chromium for the end-to-end tests. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium) or set CHROMIUM_PATH to its executable.',
  )
}

/** @param {NodeJS.ProcessEnv} env */
async function installChromium(env) {
  const foundAfterWaiting = await findChromium()
  if (foundAfterWaiting) return foundAfterWaiting

  console.log('Installing Chromium for the end-to-end tests…')
  await runCommand('playwright', ['install', 'chromium'], {
    env: { ...env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '8000' },
    quiet: true,
    timeoutMs: 300_000,
  })
  return (await findChromium()) ?? (await installDebianPackage(env))
}

/** @param {NodeJS.ProcessEnv} env */
async function installDebianPackage(env) {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const isRoot = process.getuid?.() === 0
  const [command, ...prefix] = [...(isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const aptGet = (/** @type {string[]} */ ...args) =>
    runCommand(command, [...prefix, '-o', 'DPkg::Lock::Timeout=300', ...args], { env, quiet: true })

  await aptGet('update')
  const installation = await aptGet('install', '-y', '--no-install-recommends', 'chromium')
  if (installation.code === 0) await aptGet('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
  if (isRoot && installation.code !== 0) console.error(installation.output)
  return findChromium()
}

/** @param {string} path */
function starts(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}
