import type { Database } from '../database/database.ts'
import { deleteOldRows } from '../database/old-rows.ts'
import type { KeptDays, Table } from '../database/table.ts'
import { tableNames, tables } from '../database/tables.ts'
import { cutOldRecords } from '../evidence/chain-cut.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import type { Warnings } from '../readiness/warnings.ts'

const dayMs = 24 * 60 * 60_000

type Parts = { database: Database; signingKey: SigningKey; warnings: Warnings; now: () => number }

/** Deletes rows older than the declarations of the tables allow (EVI-6): chores for `startHousekeeping`, by table. */
export function retentionChores(
  { database, signingKey, warnings, now }: Parts,
  days: KeptDays,
): Readonly<Record<string, () => Promise<unknown>>> {
  const oldest = (kind: keyof KeptDays) => new Date(now() - days[kind] * dayMs)
  const chores: Record<string, () => Promise<unknown>> = {
    chain: () =>
      cutOldRecords(database, signingKey, oldest('audit'), now(), (id, problem) =>
        warnings.set('uncut-chain', id, problem),
      ),
  }
  for (const name of tableNames) {
    const { retention, blanked }: Table = tables[name]
    if ('old' in retention) chores[name] = () => deleteOldRows(database, name, now(), days)
    if (blanked !== undefined) chores[`values of ${name}`] = () => database.execute(blanked.sql, [oldest(blanked.keep)])
  }
  return chores
}
