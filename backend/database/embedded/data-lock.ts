import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { OperatorError } from '../operator-error.ts'
import { makePrivateDirectory, tightenFile } from './private-files.ts'

/** Another running process, or another backend in this one, has the data directory open. */
export class DataDirInUse extends OperatorError {
  constructor(dataDir: string, holder: Holder | undefined) {
    const where = holder && holder.host !== hostname() ? ` em ${holder.host}` : ''
    const who = holder ? `pelo processo ${holder.pid}${where}` : 'por outro processo'
    super(`Os dados em ${dataDir} já estão abertos ${who}. Encerre-o ou use outra pasta (--data).`)
    this.name = 'DataDirInUse'
  }
}

type Holder = v.InferOutput<typeof holder>

/** Entries of a data directory; `large` is the default directory of large data. */
const ownNames = new Set([
  'db',
  'db.json',
  'db.json.new',
  'lock',
  'lock.sqlite',
  'local.json',
  'evidence-key.pem',
  'large',
])

/** A garbage-collected connection would release its lock. */
const held = new Set<DatabaseSync>()

const holder = v.object({ pid: v.number(), host: v.string() })

/**
 * Locks the directory, so that no two processes open one database (DUR-3). The kernel holds the lock: it works between containers that
 * share the directory, and ends with its process. SQLite, a part of Node.js, locks without a native package; its file stays empty. The file
 * `lock` is only for people. Resolves to a function that releases the lock.
 */
export async function lockDataDir(directory: string): Promise<() => Promise<void>> {
  const dataDir = resolve(directory)
  const holderFile = join(dataDir, 'lock')
  const lockFile = join(dataDir, 'lock.sqlite')
  await makePrivateDirectory(dataDir, ownNames)
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  await tightenFile(lockFile)
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!v.is(busy, error)) throw error
    throw new DataDirInUse(directory, await readHolder(holderFile))
  }
  held.add(lock)
  await writeFile(holderFile, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 })
  await tightenFile(holderFile)
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

/** SQLITE_BUSY */
const busy = v.object({ errcode: v.literal(5) })

async function readHolder(path: string): Promise<Holder | undefined> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), holder), await readFile(path, 'utf8').catch(() => ''))
  return read.success ? read.output : undefined
}
