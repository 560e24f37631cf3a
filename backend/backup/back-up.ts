import type { Database } from '../database/database.ts'
import { DatabaseRefused } from '../database/database-refused.ts'
import { appliedMigrations, refuseNewer } from '../database/migrations.ts'
import { fingerprintOf, holdStill, rowBatches, sequenceStates, tablesInOrder } from '../database/table-rows.ts'
import { type BackupPart, writeBackupFile } from './backup-file.ts'

/**
 * What stays behind: whoever was signed out, or has used a one-time link, since a backup must not be let in again by restoring it; and
 * which instances live says nothing later. The key that signs the chain lies elsewhere than what it signs.
 */
const leftOut = new Set(['sessions', 'one_time_links', 'instances', 'evidence_key'])

/** How many rows of a table a backup holds. */
export type BackedUpTable = { name: string; rows: number }

/**
 * Writes all rows of the database, as they are at one moment, into a file (OPS-1). Rejects with an `OperatorError`; there is then no file.
 */
export async function backUp(
  database: Database,
  path: string,
  version: string,
  tell: (table: BackedUpTable) => void,
): Promise<void> {
  await database.transaction(async (still) => {
    await holdStill(still)
    const migrations = await appliedMigrations(still)
    if (migrations.length === 0) throw new DatabaseRefused('Não há dados do Guarita neste banco.')
    await refuseNewer(migrations)

    async function* parts(): AsyncGenerator<BackupPart> {
      const tables = await tablesInOrder(still)
      for (const table of tables.filter((name) => !leftOut.has(name))) {
        yield { table }
        for await (const rows of rowBatches(still, table)) yield { rows }
        const found = await fingerprintOf(still, table)
        yield { fingerprint: found }
        tell({ name: table, rows: found.rows })
      }
      yield { sequences: await sequenceStates(still) }
    }

    await writeBackupFile(path, { madeAt: new Date().toISOString(), version, migrations }, parts())
  })
}
