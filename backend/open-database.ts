import { join } from 'node:path'
import { inProcessTransport } from './bus/in-process-transport.ts'
import type { Transport } from './bus/transport.ts'
import type { Database } from './database/database.ts'
import { openEmbeddedDatabase } from './database/embedded/embedded-database.ts'

export type DatabasePlace = {
  /** A directory (the database is in `db`, behind a lock), or `memory`. Not used for data with a `databaseUrl`. */
  dataDir: string
  /** URL of a PostgreSQL; absent: the embedded engine. */
  databaseUrl?: string | undefined
  /** URL of a Redis that carries messages between instances on one PostgreSQL; absent: the PostgreSQL carries them. */
  redisUrl?: string | undefined
  /** Whether confirmed writes are on disk (DUR-1). Default true; no effect in memory. */
  isDurable?: boolean
  /** Called once, when the database is permanently lost: every call that needs it answers 503 from then on. */
  onDatabaseLost?: () => void
  /** A dumped database that a new database starts with, in memory or in a directory; absent: an empty one. */
  databaseImage?: Blob
}

/** Opens the database of an installation, and the transport between its instances; locks a data directory. */
export async function openDatabase(place: DatabasePlace): Promise<{ database: Database; transport: Transport }> {
  const { databaseUrl, dataDir, databaseImage, onDatabaseLost, isDurable = true, redisUrl } = place
  if (databaseUrl === undefined)
    return {
      database: await openEmbeddedDatabase(dataDir === 'memory' ? 'memory' : join(dataDir, 'db'), {
        ...(databaseImage && { image: databaseImage }),
        ...(onDatabaseLost && { onLost: onDatabaseLost }),
        isDurable,
      }),
      transport: inProcessTransport(),
    }
  // Loaded only if used, to keep the start fast.
  const { openPostgresDatabase } = await import('./database/postgres/postgres-database.ts')
  const database = await openPostgresDatabase(databaseUrl)
  if (redisUrl !== undefined) {
    const { redisTransport } = await import('./bus/redis-transport.ts')
    return { database, transport: redisTransport(redisUrl, database) }
  }
  const { postgresTransport } = await import('./bus/postgres-transport.ts')
  return { database, transport: postgresTransport(database) }
}
