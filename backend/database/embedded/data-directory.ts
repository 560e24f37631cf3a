import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { DatabaseRefused } from '../operator-error.ts'
import { tightenAllIn, tightenDirectory } from './private-files.ts'

/** Of the PostgreSQL in PGlite. */
const majorVersion = '18'
const indispensable = ['PG_VERSION', 'global/pg_control', 'global/pg_filenode.map', 'base', 'pg_wal', 'pg_xact']
const syncsAtOnce = 16
/** In `pg_control`, of the state, a 32-bit number. */
const stateOffset = 16

const mark = v.object({
  /** 'making' until the first initialisation has ended; nothing was ever answered from such a database. */
  state: v.picklist(['making', 'made']),
  /** Whether all that was written to it before is known to be on the disk. */
  isSynced: v.boolean(),
})

export type DataDirectory = {
  /** Nothing was there. */
  isNew: boolean
  /**
   * Inodes of all its files where it was left without being closed: they are on the disk now. PostgreSQL syncs them one by one
   * before it mends such a database; sixteen at once are many times as fast.
   */
  syncedFiles: Set<number>
  /** Notes that the database stands, and is on the disk itself where that is wanted. */
  made(): Promise<void>
}

/**
 * Looks whether a PostgreSQL can be opened or made in `directory`, beside which a mark (`directory`.json) tells that one is
 * there; with `isDurable` what is in it is brought to the disk. Rejects with `DatabaseRefused` when what should be there is not, or is another version's. What an interrupted
 * first initialisation left goes.
 */
export async function prepareDirectory(directory: string, isDurable: boolean): Promise<DataDirectory> {
  const markFile = `${directory}.json`
  const marked = await readMark(markFile)
  if (marked?.state === 'making') await rm(directory, { recursive: true, force: true })
  const files = await readdir(directory).catch(() => [])
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
      // PGlite makes its first files for everybody.
      if (files.length === 0) await tightenAllIn(directory)
      if (marked?.state === 'made' && marked.isSynced === isDurable) return
      if (isDurable) await syncAll(directory)
      await writeMark(markFile, { state: 'made', isSynced: isDurable })
    },
  }
}

/** Removes a database that nobody has open, and the mark beside it. */
export async function removeDatabase(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  await rm(`${directory}.json`, { force: true })
}

/** `files` of the database that are not there, as paths in its directory. */
export function missingFiles(directory: string, files: string[]): string[] {
  return files.filter((file) => !existsSync(join(directory, file)))
}

/** For a database that does not open, or lacks `what`. */
export function damaged(directory: string, what: string, cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(
    `Os dados em ${directory} estão danificados (${what}). Nada foi alterado. Restaure uma cópia de segurança nesta pasta, ou use outra (--data).`,
    cause,
  )
}

async function refuseDamaged(directory: string): Promise<void> {
  const missing = missingFiles(directory, indispensable)
  if (missing.length > 0) throw damaged(directory, `falta ${missing.join(', ')}`)
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
  if (version !== majorVersion)
    throw new DatabaseRefused(
      `Os dados em ${directory} são do PostgreSQL ${version}, e esta versão do Guarita abre os do ${majorVersion}. Nada foi alterado. Abra-os com a versão do Guarita que os gravou, ou use outra pasta (--data).`,
    )
}

async function readMark(file: string): Promise<v.InferOutput<typeof mark> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), mark), text)
  // One that cannot be read is there: it must not let demo data in where there was a database.
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

/** As its control file says: 1 is "shut down". */
async function wasClosed(directory: string): Promise<boolean> {
  const control = await readFile(join(directory, 'global/pg_control'))
  return control.length > stateOffset + 4 && control.readUInt32LE(stateOffset) === 1
}

/** Brings all that is in the directory to the disk; resolves to the inodes. */
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

/** Brings a file or directory to the disk; resolves to its inode. */
export async function syncOne(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    await file.sync()
    return (await file.stat()).ino
  } finally {
    await file.close()
  }
}
