import { globSync, statSync } from 'node:fs'
import { rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { removeDatabase } from '../database/embedded/data-directory.ts'
import { withDataLock } from '../database/embedded/data-lock.ts'
import { openEmbeddedDatabase } from '../database/embedded/embedded-database.ts'
import { DatabaseRefused } from '../database/operator-error.ts'
import { requireData } from '../local-commands/installation.ts'
import { runLocalCommand } from '../local-commands/run-command.ts'
import { type DatabasePlace, openDatabase } from '../open-database.ts'

/** Age of a copy that a killed command left. */
const leftAfterMs = 24 * 3_600_000
const spareBytes = 256 * 1024 * 1024

/** Flags of V8: no optimisation of the engine's WebAssembly, a small space for new objects, and early collections. */
const smallProcess = [
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  '--semi-space-growth-factor=1',
  '--optimize-for-size',
]

/**
 * Does long `work` on an installation's data while its server runs: on a PostgreSQL in a session of its own; with the embedded engine on a
 * copy of the files, which is removed afterwards, in little memory (OPS-6). `work` must not change anything: changes to a copy are lost.
 * Rejects with an `OperatorError`.
 */
export async function withDatabase<Result>(
  place: DatabasePlace,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (place.databaseUrl !== undefined) return withOpened(await openDatabase(place), work)
  smallProcess.forEach(setFlagsFromString)
  await requireData(place.dataDir)
  await removeLeftCopies(place.dataDir)
  return withDataLock(
    place.dataDir,
    async () => withOpened(await openDatabase(place), work),
    () => withCopy(place, work),
  )
}

async function withCopy<Result>(place: DatabasePlace, work: (database: Database) => Promise<Result>): Promise<Result> {
  await refuseFullDisk(join(place.dataDir, 'db'))
  const directory = v.parse(v.string(), await runLocalCommand(place, 'copyFiles', null))
  try {
    return await withOpened({ database: await openEmbeddedDatabase(directory, { isDurable: false }) }, work)
  } finally {
    await removeDatabase(directory)
  }
}

async function withOpened<Result>(
  { database }: { database: Database },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return work(database).finally(() => database.close())
}

async function refuseFullDisk(directory: string): Promise<void> {
  const bytes = globSync('**', { cwd: directory })
    .map((file) => statSync(join(directory, file), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize > bytes + spareBytes) return
  throw new DatabaseRefused(
    `Falta espaço em ${dirname(directory)}: enquanto o servidor trabalha, a cópia precisa de ${Math.ceil((bytes + spareBytes) / 1024 / 1024)} MB livres por um momento. Libere espaço, ou encerre o servidor e repita.`,
  )
}

async function removeLeftCopies(dataDir: string): Promise<void> {
  for (const name of globSync('db-copy-*', { cwd: dataDir })) {
    const path = join(dataDir, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > leftAfterMs) await rm(path, { recursive: true, force: true })
  }
}
