import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Metric } from '../metric.ts'
import { startWriter } from './writer-process.ts'

const seconds = 5

/** Writes per second of one writer and of 32 writers, with and without fsync (DUR-1). */
export async function measureWriteRate(): Promise<Metric[]> {
  const metrics: Metric[] = []
  for (const writers of [1, 32])
    for (const fsync of ['no-fsync', 'fsync'] as const) {
      const dataDir = await mkdtemp(join(tmpdir(), 'guarita-rate-'))
      const writer = await startWriter(dataDir, fsync, 'single', writers)
      await writer.reached(100)
      const before = writer.answered.length
      await pause(seconds * 1_000)
      const rate = (writer.answered.length - before) / seconds
      writer.signal('SIGKILL')
      await writer.ended
      await rm(dataDir, { recursive: true })
      metrics.push({ what: `${writers} writers, ${fsync}`, measured: rate, unit: 'writes/s' })
    }
  return metrics
}
