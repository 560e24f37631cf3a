import type { Queryable } from '../database/database.ts'
import { OperatorError } from '../database/operator-error.ts'
import { type Fingerprint, fingerprintOf, isSameFingerprint, rowWriter, setSequence } from '../database/table-rows.ts'
import { fillDatabase } from '../database/take-over.ts'
import type { DatabasePlace } from '../open-database.ts'
import type { BackedUpTable } from './back-up.ts'
import { checkBackupFile, readBackupFile } from './backup-file.ts'
import { inEmptyDatabase } from './in-empty-database.ts'

/**
 * Restores a backup into an empty installation, all or nothing, and compares each table with its fingerprint (OPS-1). A backup of an older
 * version is migrated to this version. Rejects with an `OperatorError`.
 */
export async function restore(
  path: string,
  place: DatabasePlace,
  report: (table: BackedUpTable) => void,
): Promise<void> {
  await inEmptyDatabase(
    place,
    () => checkBackupFile(path),
    (target, { migrations }) =>
      fillDatabase(target, migrations, (into, tables) => readInto(path, into, tables, report)),
  )
}

async function readInto(
  path: string,
  into: Queryable,
  tables: string[],
  report: (table: BackedUpTable) => void,
): Promise<void> {
  let table = ''
  let write = async (_rows: string[]) => {}
  for await (const part of readBackupFile(path)) {
    if ('rows' in part) await write(part.rows)
    else if ('table' in part) {
      table = part.table
      // The table name becomes part of a statement.
      if (!tables.includes(table)) throw new OperatorError(`O arquivo ${path} mudou enquanto era lido.`)
      write = await rowWriter(into, table)
    } else if ('fingerprint' in part) {
      refuseOther(table, part.fingerprint, await fingerprintOf(into, table))
      report({ name: table, rows: part.fingerprint.rows })
    } else {
      for (const state of part.sequences) await setSequence(into, state)
    }
  }
}

function refuseOther(table: string, there: Fingerprint, here: Fingerprint): void {
  if (isSameFingerprint(there, here)) return
  throw new OperatorError(
    `A tabela ${table} não chegou igual (${there.rows} linhas na cópia, ${here.rows} no destino). Nada foi restaurado.`,
  )
}
