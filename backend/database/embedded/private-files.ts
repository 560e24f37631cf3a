import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Bits that let others in. */
const othersBits = 0o077
const ownFile = 0o600
const ownDirectory = 0o700
const tightenedAtOnce = 16

/** `mode` without what lets others in. */
export function privateMode(mode: number): number {
  return mode & ~othersBits
}

/**
 * Makes `directory` where it is not there, for its owner alone (OPS-4). One that is there is tightened where all that lies in it is
 * among `own`: a folder that others use as well stays theirs, what is ours in it is private by itself.
 */
export async function makePrivateDirectory(directory: string, own: ReadonlySet<string>): Promise<void> {
  await mkdir(directory, { recursive: true, mode: ownDirectory })
  if (!(await isLax(directory))) return
  const names = await readdir(directory)
  if (names.every((name) => own.has(name))) await chmod(directory, ownDirectory).catch(passOverForeign)
}

/**
 * Takes `file` from others, where it is open to them. It is not opened for it: to close a file gives back every lock that this
 * process has on it.
 */
export async function tightenFile(file: string): Promise<void> {
  if (await isLax(file)) await chmod(file, ownFile).catch(passOverForeign)
}

/** Takes everything in `directory` from others, where it is open to them itself; it is closed last, so that a cut goes on at the next start. */
export async function tightenDirectory(directory: string): Promise<void> {
  if (!(await isLax(directory))) return
  await tightenAllIn(directory)
  await chmod(directory, ownDirectory).catch(passOverForeign)
}

/** Takes everything in `directory` from others, whatever it is itself. */
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

/** Whose file it is decides who may read it; a volume that knows no modes does not have them. */
function passOverForeign(error: unknown): void {
  if (error instanceof Error && 'code' in error && ['EPERM', 'ENOTSUP', 'EROFS'].includes(String(error.code))) return
  throw error
}
