import { join } from 'node:path'
import { inProcessTransport } from './bus/in-process-transport.ts'
import type { Transport } from './bus/transport.ts'
import type { Database } from './database/database.ts'
import { openEmbeddedDatabase } from './database/embedded/embedded-database.ts'

export type DatabasePlace = {
  /** A directory (the database lies in `db` under it, behind a lock), or `memory`. Nothing is kept there with a `databaseUrl`. */
  dataDir: string
  /** Of a PostgreSQL of one's own; absent: the embedded engine. */
  databaseUrl?: string | undefined
  /** Of a Redis that carries what instances on one PostgreSQL tell each other; absent: the PostgreSQL does. */
  redisUrl?: string | undefined
  /** Whether what is answered is on the disk (DUR-1). Default true; in memory it means nothing. */
  isDurable?: boolean
  /** Called once, when the database is gone for good: everything that needs it answers 503 from then on. */
  onDatabaseLost?: () => void
  /** A dumped database with which a new one begins, in memory or in a directory; absent: an empty one. */
  databaseImage?: Blob
}

/** Opens the database of an installation and what brings its instances' messages; who opens a directory holds its lock. */
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
  // The driver is loaded only where it is asked for: a start without it is as fast as before.
  const { openPostgresDatabase } = await import('./database/postgres/postgres-database.ts')
  const database = await openPostgresDatabase(databaseUrl)
  if (redisUrl !== undefined) {
    const { redisTransport } = await import('./bus/redis-transport.ts')
    return { database, transport: redisTransport(redisUrl) }
  }
  const { postgresTransport } = await import('./bus/postgres-transport.ts')
  return { database, transport: postgresTransport(database) }
}
