import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackendOptions } from '../../../backend/backend-options.ts'
import type { Database } from '../../../backend/database/database.ts'
import { startBackend } from '../../../backend/server.ts'
import { cheapCost, type Filling, preparedDataDir } from '../../prepared-database.ts'

/** Server in this process with a clock that the test sets. Checks its devices periodically by default. */
export interface ServerAtNight {
  url: string
  folder: string
  database: Database
  /** Sets the clock, which runs on from this time. */
  setTime(at: number): void
  /** Advances the clock. */
  pass(ms: number): void
  dispose(): Promise<void>
}

/** Tomorrow at a time in São Paulo, in epoch milliseconds, so that all demo data is older. */
export function tomorrowAt(hour: number, minute: number): number {
  const day = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10)
  return Date.parse(`${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00-03:00`)
}

/**
 * Starts the server at a time of the night.
 * @param filling data of the database: `demo` has the age of this run, `nothing` is filled at the start with its time
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
    // A shorter interval would use most of the processor time to check 40 devices.
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
