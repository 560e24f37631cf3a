import type { Database, Queryable } from '../database/database.ts'
import { schemaAfter } from '../database/migrated-schema.ts'
import { appliedMigrations, refuseNewer } from '../database/migrations.ts'
import { DatabaseRefused } from '../database/operator-error.ts'
import {
  columnsOf,
  fingerprintOf,
  holdStill,
  rowBatches,
  sequenceStates,
  tablesInOrder,
} from '../database/table-rows.ts'
import { leftOut } from '../database/tables.ts'
import { type BackupPart, writeBackupFile } from './backup-file.ts'

export type BackedUpTable = { name: string; rows: number }

/** Writes all rows of the database, as of one moment, into a file (OPS-1). Rejects with an `OperatorError` and leaves no file, also if the file could not be restored. */
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
    await refuseOtherSchema(still, migrations)

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

/** Refuses data of a schema between two versions, and a schema that a person has changed: a restore refuses such rows. */
async function refuseOtherSchema(database: Queryable, migrations: readonly string[]): Promise<void> {
  const wanted = new Set(
    [...(await schemaAfter(migrations))].flatMap(([table, columns]) =>
      [...columns].map((column) => `${table}.${column}`),
    ),
  )
  const found = new Set((await columnsOf(database)).map(({ table, column }) => `${table}.${column}`))
  const missing = [...wanted].filter((name) => !found.has(name))
  const extra = [...found].filter((name) => !wanted.has(name))
  if (missing.length + extra.length === 0) return
  const parts = [
    ...(missing.length > 0 ? [`faltam ${listed(missing)}`] : []),
    ...(extra.length > 0 ? [`sobram ${listed(extra)}`] : []),
  ]
  throw new DatabaseRefused(
    `As tabelas deste banco não são as de uma versão publicada do Guarita (${parts.join('; ')}), e uma cópia delas não poderia ser restaurada. Encerre o servidor e guarde os dados como estão (a pasta, ou o banco com pg_dump). Se são de uma versão entre duas publicadas, inicie esta versão uma vez com eles; se alguém mudou as tabelas, desfaça a mudança. Depois repita.`,
  )
}

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} e outras ${names.length - 5}` : names.join(', ')
}
