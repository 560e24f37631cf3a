import type { PGlite } from '@electric-sql/pglite'
import { DatabaseRefused } from '../operator-error.ts'

/** Below this, writes are refused: the engine does not survive a log that cannot grow, and a log segment has 16 MiB. */
const reservedBytes = 64 * 1024 * 1024
/** From this on, writes are accepted again. */
const enoughBytes = reservedBytes + 16 * 1024 * 1024
const everyMs = 1_000

/** Makes the database read-only (SQLSTATE 25006) while the disk is nearly full (DUR-4). Returns a function that stops the checks. */
export function watchSpace(pglite: PGlite, freeBytes: () => Promise<number>): () => void {
  let isFull = false
  let isStopped = false

  async function check(): Promise<void> {
    const free = await freeBytes()
    const shouldBeFull = free < (isFull ? enoughBytes : reservedBytes)
    if (isStopped || shouldBeFull === isFull) return
    await pglite.exec(`set default_transaction_read_only = ${shouldBeFull ? 'on' : 'off'}`)
    isFull = shouldBeFull
  }

  const timer = setInterval(() => {
    // If a check fails (directory removed, engine dead), the next query reports the failure.
    check().catch(() => {})
  }, everyMs).unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

/** Returns the error for a database that does not open because the disk is full; undefined if there is enough space. */
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
