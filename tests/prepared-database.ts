import { execFileSync } from 'node:child_process'
import { createHash, scryptSync } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../backend/database/database.ts'
import { openEmbeddedDatabase } from '../backend/database/embedded/embedded-database.ts'
import { migrate } from '../backend/database/migrations.ts'
import { plantSeed } from '../backend/seed/plant.ts'
import { lockText } from '../contract/fields/password.ts'

const projectDir = join(import.meta.dirname, '..')
const preparedDir = join(projectDir, 'test-results/prepared-database')
const dataDirs = join(projectDir, 'test-results/data')

/** Demo data show ages in minutes: older archives are made again. */
const demoMs = 10 * 60_000

const lockTriedEveryMs = 50

/** Bytes of a page of PostgreSQL's log. */
const logPage = 8_192

/** Hash of the sources on which the content of a database depends. */
const imprint = imprintOf(['backend/{database,seed,simulator}/**/*.{ts,sql}', 'tests/prepared-database.ts'])
/** The same for a database without tables, which depends only on the engine. */
const engineImprint = imprintOf(['backend/database/*.ts', 'tests/prepared-database.ts'])

/** Password of the demo accounts. */
export const demoPassword = 'guarita-demo'

/** `empty` has no tables, `nothing` has tables without rows. */
export type Filling = 'empty' | 'nothing' | 'demo'

/**
 * Makes a data directory whose database is initialised, migrated (unless `empty`) and filled (if `demo`). It comes from
 * an archive that is made once for these sources, because that takes seconds. The caller removes it.
 */
export async function preparedDataDir(filling: Filling): Promise<string> {
  const archive = await preparedArchive(filling)
  const dataDir = await emptyDataDir()
  const directory = join(dataDir, 'db')
  await mkdir(directory)
  execFileSync('tar', ['-xf', archive, '-C', directory])
  return dataDir
}

/**
 * The archive itself, for a new database.
 * @param demoTime time of the demo data in milliseconds since the epoch; default: some minutes ago
 */
export async function preparedImage(filling: Filling, demoTime?: number): Promise<Blob> {
  return new Blob([await readFile(await preparedArchive(filling, demoTime))])
}

async function preparedArchive(filling: Filling, demoTime?: number): Promise<string> {
  const now = Date.now()
  const slot = Math.floor(now / demoMs)
  const prepared = join(
    preparedDir,
    {
      empty: `${engineImprint}-empty.tar`,
      nothing: `${imprint}-nothing.tar`,
      demo: `${imprint}-${demoTime === undefined ? slot : `at-${demoTime}`}.tar`,
    }[filling],
  )
  if (existsSync(prepared)) return prepared
  const made =
    making.get(prepared) ??
    makeOnce(prepared, () => makeArchive(prepared, filling, demoTime ?? now)).finally(() => making.delete(prepared))
  making.set(prepared, made)
  await made
  if (filling === 'demo') dropBefore(slot - 1)
  return prepared
}

/** Archives that this process is making, by their paths. */
const making = new Map<string, Promise<void>>()

/** Makes an archive unless another process makes it: then waits until that process has finished or died. */
async function makeOnce(prepared: string, make: () => Promise<void>): Promise<void> {
  await mkdir(preparedDir, { recursive: true })
  const lock = new DatabaseSync(`${prepared}.lock`, { timeout: 0 })
  try {
    while (!takes(lock)) await sleep(lockTriedEveryMs)
    if (!existsSync(prepared)) await make()
  } finally {
    lock.close()
  }
}

/** Whether this process got the lock. The lock ends with the process. */
function takes(lock: DatabaseSync): boolean {
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return true
  } catch (error) {
    // SQLITE_BUSY
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return false
    throw error
  }
}

async function makeArchive(prepared: string, filling: Filling, demoTime: number): Promise<void> {
  const dataDir = filling === 'demo' ? await preparedDataDir('nothing') : await emptyDataDir()
  const image = filling === 'nothing' ? { image: await preparedImage('empty') } : {}
  const database = await openEmbeddedDatabase(join(dataDir, 'db'), image)
  if (filling === 'nothing') await migrate(database)
  if (filling === 'demo') await fillWithDemo(database, demoTime)
  // Later records begin another file of the log.
  await database.script('select pg_switch_wal(); checkpoint')
  await database.close()
  await cutLog(join(dataDir, 'db/pg_wal'))
  const made = join(dataDir, 'db.tar')
  archive(join(dataDir, 'db'), made)
  await rename(made, prepared)
  await rm(dataDir, { recursive: true })
}

export async function fillWithDemo(database: Database, now: number): Promise<void> {
  await plantSeed(database, { wanted: 'demo', password: demoPassword, now })
  await cheapenPasswords(database)
}

/** Gives everybody the password `demoPassword` with a cheap hash. */
export async function cheapenPasswords(database: Database): Promise<void> {
  await database.execute('update users set password_hash = $1', [cheapHash(demoPassword)])
}

/** Cost of a password hash in tests. */
export const cheapCost = { N: 16, r: 8, p: 1 }

/** Hashes as the backend does, at a ten-thousandth of the cost: the real hash takes some tenths of a second. */
function cheapHash(password: string): string {
  const { N, r, p } = cheapCost
  const salt = Buffer.alloc(16)
  const key = scryptSync(lockText(password), salt, 32, cheapCost)
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Removes archives of other sources, and demo data of earlier slots than `oldest`. */
function dropBefore(oldest: number): void {
  if (!existsSync(preparedDir)) return
  for (const name of readdirSync(preparedDir)) {
    const [made = '', which = ''] = name.split('-')
    if (![imprint, engineImprint].includes(made) || Number.parseInt(which, 10) < oldest)
      rmSync(join(preparedDir, name), { recursive: true, force: true })
  }
}

/** Keeps only the log page that a start reads: the rest would be 16 of 27 MB copied for each backend. */
async function cutLog(directory: string): Promise<void> {
  const [now, ...later] = (await readdir(directory)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
  if (now === undefined) throw new Error('a database without a log')
  const written = (await readFile(join(directory, now))).findLastIndex((byte) => byte !== 0) + 1
  await truncate(join(directory, now), Math.ceil(written / logPage) * logPage)
  for (const name of later) await rm(join(directory, name))
}

/**
 * Leaves out the template databases, which tests do not need, and the maps `fsm` and `vm`, which PostgreSQL rebuilds:
 * more than half of the files.
 */
function archive(directory: string, file: string): void {
  const left = ['./base/1/*', './base/4/*', '*_fsm', '*_vm'].flatMap((pattern) => ['--exclude', pattern])
  execFileSync('tar', ['-cf', file, ...left, '-C', directory, '.'])
}

async function emptyDataDir(): Promise<string> {
  await mkdir(dataDirs, { recursive: true })
  return mkdtemp(join(dataDirs, 'guarita-'))
}

function imprintOf(patterns: string[]): string {
  const hash = createHash('sha256')
  const sources = globSync(patterns, { cwd: projectDir }).sort()
  for (const file of ['node_modules/@electric-sql/pglite/package.json', ...sources])
    hash.update(readFileSync(join(projectDir, file)))
  return hash.digest('hex').slice(0, 16)
}
