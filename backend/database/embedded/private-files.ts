import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Mode bits of group and others. */
const othersBits = 0o077
const ownFile = 0o600
const ownDirectory = 0o700
const tightenedAtOnce = 16

export function privateMode(mode: number): number {
  return mode & ~othersBits
}

/**
 * Creates a missing `directory` with access for its owner only (OPS-4). Restricts an existing one if all its entries are among `own`: a
 * directory that others use too stays open, only this server's files in it are private.
 */
export async function makePrivateDirectory(directory: string, own: ReadonlySet<string>): Promise<void> {
  await mkdir(directory, { recursive: true, mode: ownDirectory })
  if (!(await isLax(directory))) return
  const names = await readdir(directory)
  if (names.every((name) => own.has(name))) await chmod(directory, ownDirectory).catch(passOverForeign)
}

/** Removes other users' access to `file`. Does not open the file: closing a file would release every lock that this process holds on it. */
export async function tightenFile(file: string): Promise<void> {
  if (await isLax(file)) await chmod(file, ownFile).catch(passOverForeign)
}

/**
 * Removes other users' access to everything in `directory` if the directory itself is open to them. Restricts the directory last, so that
 * an interrupted run continues at the next start.
 */
export async function tightenDirectory(directory: string): Promise<void> {
  if (!(await isLax(directory))) return
  await tightenAllIn(directory)
  await chmod(directory, ownDirectory).catch(passOverForeign)
}

/** Removes the access of other users to everything in `directory`, whatever the mode of the directory is. */
export async function tightenAllIn(directory: string): Promise<void> {
  const waiting = (await readdir(directory, { recursive: true, withFileTypes: true })).values()
  const tightenNext = async () => {
    for (const entry of waiting)
      if (!entry.isSymbolicLink())
        await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? ownDirectory : ownFile).catch(
          passOverForeign,
        )
  }
  await Promise.all(Array.from({ length: tightenedAtOnce }, tightenNext))
}

async function isLax(path: string): Promise<boolean> {
  return ((await lstat(path)).mode & othersBits) !== 0
}

/** Ignores files of another owner, who decides about access, and volumes without file modes. */
function passOverForeign(error: unknown): void {
  if (error instanceof Error && 'code' in error && ['EPERM', 'ENOTSUP', 'EROFS'].includes(String(error.code))) return
  throw error
}
