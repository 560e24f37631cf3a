import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackendOptions } from '../../../backend/backend-options.ts'
import type { Database } from '../../../backend/database/database.ts'
import { startBackend } from '../../../backend/server.ts'
import { cheapCost, type Filling, preparedDataDir } from '../../prepared-database.ts'

/** The server in this process, which looks at its devices by itself unless told otherwise, and goes by a clock that the test sets. */
export interface ServerAtNight {
  url: string
  folder: string
  database: Database
  /** It is that time, and time goes on from there. */
  setTime(at: number): void
  /** It is so much later. */
  pass(ms: number): void
  dispose(): Promise<void>
}

/** Tomorrow at a time in São Paulo, in epoch milliseconds: demo data is older. */
export function tomorrowAt(hour: number, minute: number): number {
  const day = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10)
  return Date.parse(`${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00-03:00`)
}

/**
 * Starts it at a time of the night.
 * @param filling of the database: `demo` is as old as this run, `nothing` is filled by the start, at its time
 */
export async function startNight(
  at: number,
  options: Partial<BackendOptions> = {},
  filling: Filling = 'demo',
): Promise<ServerAtNight> {
  let ahead = at - Date.now()
  const dataDir = await preparedDataDir(filling)
  const backend = await startBackend({
    port: 0,
    dataDir: join(dataDir, 'db'),
    seed: 'demo',
    panelDir: join(import.meta.dirname, '../../../dist'),
    passwordCost: cheapCost,
    // More often, looking at 40 devices would take most of the time of the processor.
    monitorEveryMs: 1_000,
    now: () => Date.now() + ahead,
    ...options,
  })
  return {
    url: backend.url,
    folder: dataDir,
    database: backend.database,
    setTime(at) {
      ahead = at - Date.now()
    },
    pass(ms) {
      ahead += ms
    },
    async dispose() {
      await backend.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
