import { execFileSync } from 'node:child_process'
import { createHash, scryptSync } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../backend/database/database.ts'
import { openEmbeddedDatabase } from '../backend/database/embedded-database.ts'
import { migrate } from '../backend/database/migrations.ts'
import { plantSeed } from '../backend/seed/plant.ts'
import { lockText } from '../contract/fields/password.ts'

const projectDir = join(import.meta.dirname, '..')
const preparedDir = join(projectDir, 'test-results/prepared-database')
const dataDirs = join(projectDir, 'test-results/data')

/** Ages of the demo data are told to the minute: what is older is made anew. */
const demoMs = 10 * 60_000

/** Of the engine: what it takes for buffers it fills with zeros at each start, a quarter of what a start costs. */
const settings = 'shared_buffers = 16MB\n'

/** Bytes of a page of PostgreSQL's log. */
const logPage = 8_192

/** Other sources make another database. */
const imprint = imprintOf(['backend/{database,seed,simulator}/**/*.{ts,sql}', 'tests/prepared-database.ts'])

/** What the demo accounts sign in with. */
export const demoPassword = 'guarita-demo'

export type Filling = 'nothing' | 'demo'

/**
 * Makes a data directory whose database is initialised, migrated and, unless `nothing` is asked for, filled with the demo
 * data: from an archive that is made once for these sources, because making one takes seconds. Who asks for it removes it.
 */
export async function preparedDataDir(filling: Filling): Promise<string> {
  const archive = await preparedArchive(filling)
  const dataDir = await emptyDataDir()
  const directory = join(dataDir, 'db')
  await mkdir(directory)
  execFileSync('tar', ['-xf', archive, '-C', directory])
  return dataDir
}

/** The archive itself, for a database in memory. */
export async function preparedImage(filling: Filling): Promise<Blob> {
  return new Blob([await readFile(await preparedArchive(filling))])
}

async function preparedArchive(filling: Filling): Promise<string> {
  const now = Date.now()
  const slot = Math.floor(now / demoMs)
  const prepared = join(preparedDir, `${filling === 'demo' ? `${imprint}-${slot}` : imprint}.tar`)
  if (existsSync(prepared)) return prepared
  if (filling === 'demo') dropBefore(slot - 1)
  const making = filling === 'demo' ? await preparedDataDir('nothing') : await emptyDataDir()
  const database = await openEmbeddedDatabase(join(making, 'db'))
  if (filling === 'nothing') await migrate(database)
  else await fillWithDemo(database, now)
  // What comes after that begins another file of the log.
  await database.script('select pg_switch_wal(); checkpoint')
  await database.close()
  if (filling === 'nothing') await appendFile(join(making, 'db/postgresql.conf'), settings)
  await cutLog(join(making, 'db/pg_wal'))
  const made = join(making, 'db.tar')
  archive(join(making, 'db'), made)
  await mkdir(preparedDir, { recursive: true })
  // Whoever else makes one at the same time makes the same.
  await rename(made, prepared)
  await rm(making, { recursive: true })
  return prepared
}

/** Fills a migrated database with the demo data. */
export async function fillWithDemo(database: Database, now: number): Promise<void> {
  await plantSeed(database, { wanted: 'demo', password: demoPassword, now })
  await cheapenPasswords(database)
}

/** Lets everybody sign in with `demoPassword` at a cost that a test can pay each time. */
export async function cheapenPasswords(database: Database): Promise<void> {
  await database.execute('update users set password_hash = $1', [cheapHash(demoPassword)])
}

/** What a password costs in tests. */
export const cheapCost = { N: 16, r: 8, p: 1 }

/** As the backend keeps a password, at a ten-thousandth of the cost: the real one is some tenths of a second. */
function cheapHash(password: string): string {
  const { N, r, p } = cheapCost
  const salt = Buffer.alloc(16)
  const key = scryptSync(lockText(password), salt, 32, cheapCost)
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Nobody copies from demo data of so long ago any more. */
function dropBefore(oldest: number): void {
  if (!existsSync(preparedDir)) return
  for (const name of readdirSync(preparedDir))
    if (Number.parseInt(name.split('-')[1] ?? `${oldest}`, 10) < oldest)
      rmSync(join(preparedDir, name), { recursive: true, force: true })
}

/** Of the log the one page that a start reads: with the rest, 16 of 27 MB would be copied for each backend of a test. */
async function cutLog(directory: string): Promise<void> {
  const [now, ...later] = (await readdir(directory)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
  if (now === undefined) throw new Error('a database without a log')
  const written = (await readFile(join(directory, now))).findLastIndex((byte) => byte !== 0) + 1
  await truncate(join(directory, now), Math.ceil(written / logPage) * logPage)
  for (const name of later) await rm(join(directory, name))
}

/**
 * Without the databases from which PostgreSQL makes others, for nobody makes one, and what it makes anew of free room (`fsm`) and
 * of what all may see (`vm`): more than half of the files.
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
