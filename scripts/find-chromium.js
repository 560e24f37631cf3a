import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Message for people if no Chromium is found. */
export const noChromium =
  'No Chromium for the end-to-end tests. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium) or set CHROMIUM_PATH to its executable.'

/** Chromium without window management: two thirds of the work for the same pages. It has no notifications. */
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
export async function findChromium() {
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

/** @param {string} path */
export function starts(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}
