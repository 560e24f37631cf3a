import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { program } from '../../program-name.js'
import { OperatorError } from '../operator-error.ts'
import { refusedPath, requireAccess } from '../refused-path.ts'
import { type Holder, readHolder, takeLockFile } from './lock-file.ts'
import { makePrivateDirectory, tightenFile } from './private-files.ts'

/** Another running process, or another backend in this one, has the data directory open. */
export class DataDirInUse extends OperatorError {
  constructor(dataDir: string, holder: Holder | undefined) {
    const where = holder?.host !== undefined && holder.host !== hostname() ? ` em ${holder.host}` : ''
    const who = holder ? `pelo processo ${holder.pid}${where}` : 'por outro processo'
    super(`Os dados em ${dataDir} já estão abertos ${who}. Encerre-o ou use outra pasta (--data).`)
    this.name = 'DataDirInUse'
  }
}

/** A running process of a version before `lock.sqlite` has the data directory open: it knows no commands. */
export class HeldByOldVersion extends OperatorError {
  constructor(dataDir: string, { pid }: Holder) {
    super(
      `Os dados em ${dataDir} já estão abertos pelo processo ${pid}, de uma versão antiga do Guarita. Nada foi alterado. Encerre-o e tente de novo, ou use outra pasta (--data). Se o processo ${pid} não é do Guarita, apague ${join(dataDir, 'lock')}.`,
    )
    this.name = 'HeldByOldVersion'
  }
}

/** Folder in the data directory in which a restore builds the database. The folder exists until the restore has ended. */
export const restoringName = 'db-restoring'

/** A restore into the data directory was interrupted. */
class UnfinishedRestore extends OperatorError {
  constructor(dataDir: string) {
    super(
      `Uma restauração em ${dataDir} foi interrompida: os dados ali estão incompletos. Nada foi criado no lugar deles. Repita "${program} restore ARQUIVO", que recomeça do zero. Para desistir dela, apague ${join(dataDir, restoringName)}.`,
    )
    this.name = 'UnfinishedRestore'
  }
}

/** Entries of a data directory; `large` is the default directory of large data. */
const ownNames = new Set([
  'db',
  'db.json',
  'db.json.new',
  restoringName,
  `${restoringName}.json`,
  'lock',
  'lock.takeover',
  'lock.sqlite',
  'local.json',
  'evidence-key.pem',
  'evidence-heads.json',
  'evidence-heads.json.new',
  'large',
])

/** A garbage-collected connection would release its lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks the directory, so that no two processes open one database (DUR-3). The kernel holds the lock: it works between containers that
 * share the directory, and ends with its process. SQLite, a part of Node.js, locks without a native package; its file stays empty. The file
 * `lock` names the process for people, and is the lock of the oldest versions. Resolves to a function that releases both. Refuses a directory
 * in which a restore was interrupted: an empty installation must not replace the data.
 */
export function lockDataDir(directory: string): Promise<() => Promise<void>> {
  return lockFor(directory, 'use')
}

async function lockFor(directory: string, purpose: 'use' | 'restore'): Promise<() => Promise<void>> {
  const dataDir = resolve(directory)
  const holderFile = join(dataDir, 'lock')
  const lockFile = join(dataDir, 'lock.sqlite')
  await makePrivateDirectory(dataDir, ownNames).catch((error) => {
    throw refusedPath(dataDir, error)
  })
  await requireAccess(dataDir)
  if (existsSync(lockFile)) await requireAccess(lockFile)
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  await tightenFile(lockFile)
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!v.is(busy, error)) throw error
    throw new DataDirInUse(directory, await readHolder(holderFile).catch(() => undefined))
  }
  try {
    const old = await takeLockFile(holderFile)
    if (old !== undefined) throw new HeldByOldVersion(directory, old)
    if (purpose === 'use' && existsSync(join(dataDir, restoringName))) {
      await rm(holderFile, { force: true })
      throw new UnfinishedRestore(dataDir)
    }
  } catch (error) {
    lock.close()
    throw refusedPath(holderFile, error)
  }
  held.add(lock)
  return async () => {
    await rm(holderFile, { force: true })
    lock.close()
    held.delete(lock)
  }
}

/** Does `work` with the lock of the directory; if another process holds the lock, does `whenInUse` instead, if given. */
export async function withDataLock<Result>(
  directory: string,
  work: () => Promise<Result>,
  whenInUse?: (error: DataDirInUse) => Promise<Result>,
): Promise<Result> {
  let unlock: () => Promise<void>
  try {
    unlock = await lockDataDir(directory)
  } catch (error) {
    if (whenInUse !== undefined && error instanceof DataDirInUse) return whenInUse(error)
    throw error
  }
  try {
    return await work()
  } finally {
    await unlock()
  }
}

/**
 * Runs `work`, which restores data, while the process holds the lock of the directory. `work` may replace the remains
 * of an interrupted restore.
 */
export async function withRestoreLock(directory: string, work: () => Promise<void>): Promise<void> {
  const unlock = await lockFor(directory, 'restore')
  await work().finally(unlock)
}

/** SQLITE_BUSY */
const busy = v.object({ errcode: v.literal(5) })
