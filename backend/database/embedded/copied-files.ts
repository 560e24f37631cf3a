import { constants, copyFile, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessMissing } from '../refused-path.ts'

const control = 'global/pg_control'
const log = 'pg_wal'

/**
 * Copies the files of a running database into a new folder, as `pg_basebackup` does (OPS-6); calls may change the files
 * meanwhile. The copy opens as after a crash: PostgreSQL replays the log since the last checkpoint. So the control file
 * is copied first and the log last, and no other checkpoint may run, because a checkpoint would reuse the log.
 */
export async function copyWhileInUse(directory: string): Promise<string> {
  const copy = await mkdtemp(`${directory}-copy-`)
  try {
    await copyOne(directory, copy, control)
    const files = (await readdir(directory, { recursive: true, withFileTypes: true })).map((entry) => ({
      path: join(entry.parentPath, entry.name).slice(directory.length + 1),
      isDirectory: entry.isDirectory(),
    }))
    for (const { path } of files.filter((file) => file.isDirectory)) await mkdir(join(copy, path), { recursive: true })
    for (const { path, isDirectory } of files)
      if (!isDirectory && path !== control && !path.startsWith(`${log}/`)) await copyOne(directory, copy, path)
    for (const name of await readdir(join(directory, log), { withFileTypes: true }))
      if (name.isFile()) await copyOne(directory, copy, join(log, name.name))
    return copy
  } catch (error) {
    await rm(copy, { recursive: true, force: true })
    throw error
  }
}

/** Copies one file. Ignores a file that was removed meanwhile: the log contains the removal. */
async function copyOne(from: string, to: string, path: string): Promise<void> {
  const target = join(to, path)
  await mkdir(dirname(target), { recursive: true })
  await unlessMissing(copyFile(join(from, path), target, constants.COPYFILE_FICLONE))
  // Writes the copy to the disk now: otherwise the next write of a call would wait for the whole copy.
  const file = await unlessMissing(open(target, 'r+'))
  await file?.datasync().finally(() => file.close())
}
