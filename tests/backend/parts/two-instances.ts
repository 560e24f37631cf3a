import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { BackendOptions } from '../../../backend/backend-options.ts'
import { type Backend, startBackend } from '../../../backend/server.ts'
import { cheapCost } from '../../prepared-database.ts'
import { postgresCopy } from './postgres-copy.ts'

/** Two backends on one database; `databaseUrl` is the address of the database. */
export type TwoInstances = { first: Backend; second: Backend; databaseUrl: string; close(): Promise<void> }

/**
 * Starts two instances on a new copy of the demo data in the PostgreSQL of the test project. `ofSecond`: options of the
 * second instance only.
 */
export async function startTwoInstances(
  overrides: Partial<BackendOptions> = {},
  ofSecond: Partial<BackendOptions> = {},
): Promise<TwoInstances> {
  const databaseUrl = await postgresCopy(inject('postgresUrl') ?? '', 'demo', randomUUID())
  const start = (own: Partial<BackendOptions>) =>
    startBackend({
      port: 0,
      dataDir: 'memory',
      seed: 'demo',
      databaseUrl,
      passwordCost: cheapCost,
      ...overrides,
      ...own,
    })
  const first = await start({})
  const second = await start(ofSecond)
  return {
    first,
    second,
    databaseUrl,
    async close() {
      await second.close()
      await first.close()
    },
  }
}
