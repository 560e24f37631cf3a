import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { DatabaseRefused } from '../operator-error.ts'
import { requireAccess, unlessMissing } from '../refused-path.ts'
import { tightenAllIn, tightenDirectory } from './private-files.ts'

/** Major version of the PostgreSQL inside PGlite. */
const majorVersion = '18'
const indispensable = ['PG_VERSION', 'global/pg_control', 'global/pg_filenode.map', 'base', 'pg_wal', 'pg_xact']
const syncsAtOnce = 16
/** Offset of the state, a 32-bit number, in `pg_control`. */
const stateOffset = 16

const mark = v.object({
  /** 'making' until the first initialisation has ended; such a database has never answered a call. */
  state: v.picklist(['making', 'made']),
  /** Whether all earlier writes are known to be on disk. */
  isSynced: v.boolean(),
})

export type DataDirectory = {
  /** No database existed. */
  isNew: boolean
  /**
   * Inodes of all files that are already on disk, if the database was not closed. PostgreSQL would sync them one by one before recovery;
   * sixteen at once are many times as fast.
   */
  syncedFiles: Set<number>
  /** Marks the database as made, and syncs it if requested. */
  made(): Promise<void>
}

/**
 * Checks if a PostgreSQL can be opened or created in `directory`; a mark beside it (`directory`.json) records its existence. With
 * `isDurable` syncs its files. Removes an interrupted first initialisation. Rejects with `DatabaseRefused` if the database is missing or of
 * another version.
 */
export async function prepareDirectory(directory: string, isDurable: boolean): Promise<DataDirectory> {
  const markFile = `${directory}.json`
  const marked = await readMark(markFile)
  if (marked?.state === 'making') await rm(directory, { recursive: true, force: true })
  const files = (await unlessMissing(readdir(directory))) ?? []
  if (marked?.state === 'made' && files.length === 0)
    throw new DatabaseRefused(
      `A pasta ${directory} já teve os dados do Guarita e agora está vazia. Nada foi criado no lugar deles. Confira se o disco está montado, ou restaure uma cópia de segurança. Para começar do zero, apague ${markFile}.`,
    )
  if (files.length > 0) {
    await refuseDamaged(directory)
    await tightenDirectory(directory)
  } else {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeMark(markFile, { state: 'making', isSynced: false })
  }
  return {
    isNew: files.length === 0,
    syncedFiles: isDurable && files.length > 0 && !(await wasClosed(directory)) ? await syncAll(directory) : new Set(),
    async made() {
      // PGlite makes its first files readable by all users.
      if (files.length === 0) await tightenAllIn(directory)
      if (marked?.state === 'made' && marked.isSynced === isDurable) return
      if (isDurable) await syncAll(directory)
      await writeMark(markFile, { state: 'made', isSynced: isDurable })
    },
  }
}

export async function removeDatabase(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  await rm(`${directory}.json`, { force: true })
}

/** Returns those of `files` that do not exist, as paths in the directory of the database. */
export function missingFiles(directory: string, files: string[]): string[] {
  return files.filter((file) => !existsSync(join(directory, file)))
}

/** Builds the error for a database that does not open, or lacks `what`. */
export function damaged(directory: string, what: string, cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(
    `Os dados em ${directory} estão danificados (${what}). Nada foi alterado. Restaure uma cópia de segurança nesta pasta, ou use outra (--data).`,
    cause,
  )
}

async function refuseDamaged(directory: string): Promise<void> {
  await requireAccess(directory)
  const missing = missingFiles(directory, indispensable)
  if (missing.length > 0) throw damaged(directory, `falta ${missing.join(', ')}`)
  for (const file of indispensable) await requireAccess(join(directory, file))
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
  if (version !== majorVersion)
    throw new DatabaseRefused(
      `Os dados em ${directory} são do PostgreSQL ${version}, e esta versão do Guarita abre os do ${majorVersion}. Nada foi alterado. Abra-os com a versão do Guarita que os gravou, ou use outra pasta (--data).`,
    )
}

async function readMark(file: string): Promise<v.InferOutput<typeof mark> | undefined> {
  const text = await unlessMissing(readFile(file, 'utf8'))
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), mark), text)
  // An unreadable mark counts as an existing database: demo data must not replace it.
  return read.success ? read.output : text === undefined ? undefined : { state: 'made', isSynced: false }
}

async function writeMark(file: string, content: v.InferOutput<typeof mark>): Promise<void> {
  const written = await open(`${file}.new`, 'w', 0o600)
  await written.writeFile(JSON.stringify(content))
  await written.sync()
  await written.close()
  await rename(`${file}.new`, file)
  await syncOne(dirname(file))
}

/** Reads the control file: state 1 is "shut down". */
async function wasClosed(directory: string): Promise<boolean> {
  const control = await readFile(join(directory, 'global/pg_control'))
  return control.length > stateOffset + 4 && control.readUInt32LE(stateOffset) === 1
}

/** Syncs all files in the directory to disk; resolves to their inodes. */
export async function syncAll(directory: string): Promise<Set<number>> {
  const synced = new Set<number>()
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const waiting = [directory, ...entries.map(({ parentPath, name }) => join(parentPath, name))].values()
  const syncNext = async () => {
    for (const path of waiting) synced.add(await syncOne(path))
  }
  await Promise.all(Array.from({ length: syncsAtOnce }, syncNext))
  return synced
}

/** Syncs a file or directory to disk; resolves to its inode. */
export async function syncOne(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    await file.sync()
    return (await file.stat()).ino
  } finally {
    await file.close()
  }
}
