import { existsSync } from 'node:fs'
import { runCommand } from './command.js'
import { findChromium, noChromium, starts } from './find-chromium.js'
import { oneAtATime } from './one-at-a-time.js'

/**
 * Finds Chromium, or installs it: from Playwright, else from the system's Debian packages if no password is needed.
 * Throws if both fail; the message is for people.
 * @param {NodeJS.ProcessEnv} env with the project's binaries in PATH
 * @returns {Promise<string>} its path
 */
export async function ensureChromium(env) {
  const found = (await findChromium()) ?? (await oneAtATime('chromium', () => installChromium(env)))
  if (found && starts(found)) return found
  throw new Error(found ? `CHROMIUM_PATH is set to ${found}, which does not start.` : noChromium)
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
