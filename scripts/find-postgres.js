import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const oldestMajor = 15
/** Parents of the packages' folders, one for each version. */
const usualPlaces = [
  { parent: '/usr/lib/postgresql', name: /^\d+$/ },
  { parent: '/usr', name: /^pgsql-\d+$/ },
  { parent: '/opt/homebrew/opt', name: /^postgresql@\d+$/ },
  { parent: '/usr/local/opt', name: /^postgresql@\d+$/ },
]

/** Message if no PostgreSQL is found. */
export const noPostgres = `No PostgreSQL ${oldestMajor} or newer on this machine: neither in PATH nor where packages put it (Debian: apt-get install postgresql).`

/**
 * Folder with the programs of a supported PostgreSQL: from PATH, else the newest installed one.
 * @returns {string | undefined}
 */
export function findPostgres() {
  // Without `globSync`: this runs on any installed Node, before the project's own.
  const installed = usualPlaces
    .flatMap(({ parent, name }) =>
      (existsSync(parent) ? readdirSync(parent) : [])
        .filter((entry) => name.test(entry))
        .map((entry) => join(parent, entry, 'bin')),
    )
    .sort((one, other) => numberIn(other) - numberIn(one))
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
