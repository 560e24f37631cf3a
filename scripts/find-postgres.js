import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const oldestMajor = 15
const usualFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
]

/** What to tell where there is none. */
export const noPostgres = `No PostgreSQL ${oldestMajor} or newer on this machine: neither in PATH nor where packages put it (Debian: apt-get install postgresql).`

/**
 * The folder with the programs of a PostgreSQL that the project runs on: that of PATH, else the newest one installed.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const installed = globSync(usualFolders).sort((one, other) => numberIn(other) - numberIn(one))
  return [...(process.env.PATH ?? '').split(delimiter), ...installed].find(isRecent)
}

/** @param {string} folder */
function isRecent(folder) {
  const { stdout } = spawnSync(join(folder, 'initdb'), ['--version'], { encoding: 'utf8' })
  return numberIn(stdout ?? '') >= oldestMajor
}

/** @param {string} text */
function numberIn(text) {
  return Number(/\d+/.exec(text)?.[0] ?? 0)
}
