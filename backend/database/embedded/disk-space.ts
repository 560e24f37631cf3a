import type { PGlite } from '@electric-sql/pglite'
import { DatabaseRefused } from '../operator-error.ts'

/** Below it writes are refused: the engine does not survive a log that cannot grow, and a segment of it is 16 MiB. */
const reservedBytes = 64 * 1024 * 1024
/** From here on they are taken again. */
const enoughBytes = reservedBytes + 16 * 1024 * 1024
const everyMs = 1_000

/**
 * Makes the database read-only while the disk is all but full (DUR-4), and writable again once there is room. Writes are
 * then refused by PostgreSQL (SQLSTATE 25006). Returns the way to stop.
 */
export function watchSpace(pglite: PGlite, freeBytes: () => Promise<number>): () => void {
  let isFull = false
  let isStopped = false

  async function look(): Promise<void> {
    const free = await freeBytes()
    const shouldBeFull = free < (isFull ? enoughBytes : reservedBytes)
    if (isStopped || shouldBeFull === isFull) return
    await pglite.exec(`set default_transaction_read_only = ${shouldBeFull ? 'on' : 'off'}`)
    isFull = shouldBeFull
  }

  const timer = setInterval(() => {
    // A look that fails (the directory is gone, the engine is dead) is told by whoever asks the database next.
    look().catch(() => {})
  }, everyMs).unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

/** What to say of a database that does not open, where that is for want of room; else undefined. */
export async function refusedForSpace(
  directory: string,
  freeBytes: () => Promise<number>,
  cause: unknown,
): Promise<DatabaseRefused | undefined> {
  if ((await freeBytes()) >= reservedBytes) return undefined
  return new DatabaseRefused(
    `Falta espaço no disco para abrir os dados em ${directory}. Nada se perdeu. Libere pelo menos ${enoughBytes / 1024 / 1024} MB e inicie de novo.`,
    cause,
  )
}
