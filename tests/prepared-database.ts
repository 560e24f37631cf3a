import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openDatabase } from '../backend/database/database.ts'
import { migrate } from '../backend/database/migrations.ts'

const projectDir = join(import.meta.dirname, '..')
const preparedDir = join(projectDir, 'test-results/prepared-database')
const dataDirs = join(projectDir, 'test-results/data')

/**
 * Makes a data directory whose database is initialised and migrated, but not filled: a copy of one that is made once for
 * these migrations and this PGlite, because making one takes seconds. Who asks for it removes it.
 */
export async function preparedDataDir(): Promise<string> {
  const prepared = await preparedDatabase()
  const dataDir = await emptyDataDir()
  cpSync(join(prepared, 'db'), join(dataDir, 'db'), { recursive: true })
  return dataDir
}

/** The same as one archive, for a database in memory. */
export async function preparedImage(): Promise<Blob> {
  return new Blob([await readFile(join(await preparedDatabase(), 'db.tar'))])
}

async function preparedDatabase(): Promise<string> {
  const prepared = join(preparedDir, imprint())
  if (existsSync(prepared)) return prepared
  const making = await emptyDataDir()
  const database = await openDatabase(join(making, 'db'))
  await migrate(database)
  await database.close()
  await archive(join(making, 'db'), join(making, 'db.tar'))
  await mkdir(preparedDir, { recursive: true })
  // Whoever else makes one at the same time makes the same: the first one stays.
  await rename(making, prepared).catch(async (error) => {
    if (!existsSync(prepared)) throw error
    await rm(making, { recursive: true, force: true })
  })
  return prepared
}

async function archive(directory: string, file: string): Promise<void> {
  const pglite = await PGlite.create(directory)
  const image = await pglite.dumpDataDir('none')
  await pglite.close()
  await writeFile(file, Buffer.from(await image.arrayBuffer()))
}

async function emptyDataDir(): Promise<string> {
  await mkdir(dataDirs, { recursive: true })
  return mkdtemp(join(dataDirs, 'guarita-'))
}

/** Other sources make another database. */
function imprint(): string {
  const hash = createHash('sha256')
  const sources = globSync('backend/**/{database.ts,migrations.ts,*.sql}', { cwd: projectDir }).sort()
  for (const file of ['node_modules/@electric-sql/pglite/package.json', ...sources])
    hash.update(readFileSync(join(projectDir, file)))
  return hash.digest('hex').slice(0, 16)
}
