import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import * as v from 'valibot'
import type { Database, Queryable, Session } from '../database.ts'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { DatabaseRefused } from '../operator-error.ts'
import { refusedPath, requireAccess } from '../refused-path.ts'
import { valuesOf } from '../row-values.ts'
import { copyWhileInUse } from './copied-files.ts'
import { damaged, missingFiles, prepareDirectory } from './data-directory.ts'
import { refusedForSpace, watchSpace } from './disk-space.ts'
import { EmbeddedFiles } from './embedded-files.ts'
import { startMaintenance } from './embedded-maintenance.ts'
import { unpackImage } from './shipped-image.ts'

export type EmbeddedOptions = {
  /**
   * Output of PGlite's `dumpDataDir` from which a new database starts. Default for a directory: the image that the
   * build made.
   */
  image?: Blob
  /** Default true: confirmed writes are on disk (DUR-1). If false, a power cut may lose the last half minute, or all data. */
  isDurable?: boolean
  /** Called once, when the engine has died or the disk has failed: from then on every call rejects with `DatabaseUnavailable`. */
  onLost?: () => void
  /** Bytes that may still be written beside the database; by default the file system reports them. */
  freeBytes?: () => Promise<number>
}

/** SQLSTATEs: disk full, read-only because the disk is nearly full, and a file that cannot be read or written. */
const temporary = v.object({ code: v.picklist(['53100', '25006', '58030']) })

const settings = {
  wal_sync_method: 'fsync',
  // Log segments that a checkpoint keeps for reuse: making one takes longer than filling it.
  min_wal_size: '48MB',
  max_wal_size: '64MB',
  // The kernel caches the files, too. PGlite's default of 128 MB would double the memory of a small server.
  shared_buffers: '16MB',
  maintenance_work_mem: '16MB',
}

/**
 * Opens, and on first use creates, the Postgres in `directory`; `memory` keeps it in the process. One session: statements of all callers
 * run one after another. Rejects with `DatabaseRefused`. A write resolves when it is on disk, in one sync with other writes; so does a read
 * that may have seen such a write.
 */
export async function openEmbeddedDatabase(directory: string, options: EmbeddedOptions = {}): Promise<Database> {
  if (directory === 'memory')
    return inMemory(
      await PGlite.create({ startParams: startParams(false), ...(options.image && { loadDataDir: options.image }) }),
    )
  const { isDurable = true, onLost, freeBytes = () => bytesLeft(directory), image } = options
  const { pglite, files } = await openFiles(directory, isDurable, image)
  let isLost = false
  files.onDeath = () => {
    isLost = true
    onLost?.()
  }
  files.defer()
  const stopWatching = watchSpace(pglite, freeBytes)
  const maintenance = startMaintenance(pglite, files)
  const carryOut: Answer = async (work) => {
    // A dead engine may never answer a query.
    if (isLost) throw new Error('the engine has died')
    const result = await maintenance.aside(work)
    await files.flushed()
    return result
  }
  const database = databaseOf(pglite, carryOut, () => isLost)
  return {
    ...database,
    copyFiles: () => maintenance.afterCheckpoint(() => copyWhileInUse(directory)),
    async close() {
      stopWatching()
      await maintenance.stop()
      if (isLost) return
      files.settle()
      // Closing includes a checkpoint.
      await database.close()
    },
  }
}

function inMemory(pglite: PGlite): Database {
  return databaseOf(pglite, (work) => work())
}

function databaseOf(pglite: PGlite, carryOut: Answer, isLost = () => false): Database {
  const answer: Answer = async (work) => {
    try {
      return await carryOut(work)
    } catch (error) {
      throw isLost() || !pglite.ready || v.is(temporary, error) ? new DatabaseUnavailable(error) : error
    }
  }
  const session: Session = {
    ...queryable(pglite, answer),
    transaction: (work) => answer(() => pglite.transaction((transaction) => work(queryable(transaction)))),
  }
  return { ...session, alone: (work) => work(session), close: () => pglite.close() }
}

async function openFiles(
  directory: string,
  isDurable: boolean,
  image: Blob | undefined,
): Promise<{ pglite: PGlite; files: EmbeddedFiles }> {
  const prepared = await prepareDirectory(directory, isDurable).catch((error) => {
    throw refusedPath(directory, error)
  })
  const files = new EmbeddedFiles(directory, prepared.syncedFiles)
  try {
    if (prepared.isNew && !image) await unpackImage(directory)
    const pglite = await PGlite.create({
      dataDir: directory,
      fs: files,
      ...(prepared.isNew && image && { loadDataDir: image }),
      startParams: startParams(isDurable),
    })
    await refuseMissingFiles(pglite, directory)
    await prepared.made()
    return { pglite, files }
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error
    if (!prepared.isNew) await requireAccessToAll(directory)
    const refused = await refusedForSpace(directory, () => bytesLeft(directory), error)
    throw refused ?? (prepared.isNew ? error : damaged(directory, String(error), error))
  }
}

function startParams(isDurable: boolean): string[] {
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F' || !isDurable),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Files of another user, such as those that a start as root has made, are not damaged. */
async function requireAccessToAll(directory: string): Promise<void> {
  for (const name of await readdir(directory, { recursive: true })) await requireAccess(join(directory, name))
}

/** PostgreSQL notices a missing file only when it reads that file, and treats a truncated file as an empty table. */
async function refuseMissingFiles(pglite: PGlite, directory: string): Promise<void> {
  const sql = 'select pg_relation_filepath(oid) from pg_class where pg_relation_filepath(oid) is not null'
  const missing = missingFiles(directory, await valuesOf(queryable(pglite), sql, [], v.string()))
  if (missing.length > 0) throw damaged(directory, `faltam ${missing.length} arquivos, entre eles ${missing[0]}`)
}

async function bytesLeft(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

type Answer = <Result>(work: () => Promise<Result>) => Promise<Result>

function queryable(connection: PGlite | Transaction, answer: Answer = (work) => work()): Queryable {
  return {
    async query(sql, parameters, row) {
      const { rows } = await answer(() => connection.query(sql, parameters))
      return v.parse(v.array(row), rows)
    },
    async execute(sql, parameters = []) {
      const { affectedRows } = await answer(() => connection.query(sql, parameters))
      return affectedRows ?? 0
    },
    async script(sql) {
      await answer(() => connection.exec(sql))
    },
  }
}
