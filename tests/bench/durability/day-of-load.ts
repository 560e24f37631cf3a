import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import type { Metric } from '../metric.ts'
import { startWriter } from './writer-process.ts'

const records = 500_000
const mebibyte = 1024 * 1024

/** Writes 500,000 audit records, then kill -9: measures the next start and the size of the directory (DUR-2). */
export async function measureDayOfLoad(): Promise<Metric[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'guarita-day-'))
  try {
    const writer = await startWriter(dataDir, 'fsync', 'audit', 8)
    const began = performance.now()
    await writer.reached(records / 100)
    const seconds = (performance.now() - began) / 1000
    writer.signal('SIGKILL')
    await writer.ended
    const log = await bytesIn(join(dataDir, 'db/pg_wal'))
    const whole = await bytesIn(join(dataDir, 'db'))
    const opening = performance.now()
    const database = await openEmbeddedDatabase(join(dataDir, 'db'))
    const restartMs = performance.now() - opening
    const [rows] = await database.query(
      `select pg_database_size(current_database())::float8 as bytes, (select count(*) from device_audit)::int as count`,
      [],
      v.object({ bytes: v.number(), count: v.number() }),
    )
    const closing = performance.now()
    await database.close()
    const closeMs = performance.now() - closing
    const lost = Math.max(0, writer.answered.length * 100 - (rows?.count ?? 0))
    return [
      { what: `${records} audit records, 8 writers, 100 in each statement`, measured: seconds, unit: 's' },
      { what: 'after kill -9: lost acknowledged records', measured: lost, unit: 'records', goal: 0 },
      { what: 'after kill -9: time to open', measured: restartMs, unit: 'ms', goal: 3_000 },
      { what: 'after kill -9: size of the log', measured: log / mebibyte, unit: 'MiB', goal: 112 },
      {
        what: 'after kill -9: size of the directory without its rows',
        measured: (whole - (rows?.bytes ?? 0)) / mebibyte,
        unit: 'MiB',
        goal: 160,
      },
      { what: 'then: time to close', measured: closeMs, unit: 'ms' },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
