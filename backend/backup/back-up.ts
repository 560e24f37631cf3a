import type { Database } from '../database/database.ts'
import { appliedMigrations, refuseNewer } from '../database/migrations.ts'
import { DatabaseRefused } from '../database/operator-error.ts'
import { fingerprintOf, holdStill, rowBatches, sequenceStates, tablesInOrder } from '../database/table-rows.ts'
import { leftOut } from '../database/tables.ts'
import { type BackupPart, writeBackupFile } from './backup-file.ts'

export type BackedUpTable = { name: string; rows: number }

/** Writes all rows of the database, as of one moment, into a file (OPS-1). Rejects with an `OperatorError` and leaves no file. */
export async function backUp(
  database: Database,
  path: string,
  version: string,
  report: (table: BackedUpTable) => void,
): Promise<void> {
  await database.transaction(async (still) => {
    await holdStill(still)
    const migrations = await appliedMigrations(still)
    if (migrations.length === 0) throw new DatabaseRefused('Não há dados do Guarita neste banco.')
    await refuseNewer(migrations)

    async function* parts(): AsyncGenerator<BackupPart> {
      for (const table of await tablesInOrder(still)) {
        if (leftOut.has(table)) continue
        yield { table }
        for await (const rows of rowBatches(still, table)) yield { rows }
        const found = await fingerprintOf(still, table)
        yield { fingerprint: found }
        report({ name: table, rows: found.rows })
      }
      yield { sequences: await sequenceStates(still) }
    }

    await writeBackupFile(path, { madeAt: new Date().toISOString(), version, migrations }, parts())
  })
}
