import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type WriterProcess = {
  /** Numbers of the writes that were answered so far. */
  answered: number[]
  signal(signal: 'SIGSTOP' | 'SIGKILL'): void
  /** Resolves once `writes` writes are answered. */
  reached(writes: number): Promise<void>
  ended: Promise<unknown>
}

/** Starts `database-writer.ts`. Resolves when it begins to write. */
export async function startWriter(
  dataDir: string,
  fsync: 'fsync' | 'no-fsync',
  what: 'single' | 'audit',
  writers: number,
): Promise<WriterProcess> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'database-writer.ts'), dataDir, fsync, what, String(writers)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const answered: number[] = []
  const waiting: { writes: number; resolve: () => void }[] = []
  const ended = once(child, 'exit')
  await new Promise<void>((begun, fail) => {
    ended.then(() => fail(new Error('the writer ended before it began to write')))
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'begun') return begun()
      answered.push(Number(line))
      for (const { writes, resolve } of waiting) if (answered.length >= writes) resolve()
    })
  })
  return {
    answered,
    signal: (signal) => child.kill(signal),
    reached: (writes) => new Promise((resolve) => waiting.push({ writes, resolve })),
    ended,
  }
}
