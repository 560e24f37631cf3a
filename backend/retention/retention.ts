import type { Database } from '../database/database.ts'
import { deleteOldRows } from '../database/old-rows.ts'
import type { KeptDays, Table } from '../database/table.ts'
import { tableNames, tables } from '../database/tables.ts'
import { clockState, isPlausibleTime } from '../database/trusted-clock.ts'
import { cutOldRecords } from '../evidence/chain-cut.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import type { Warnings } from '../readiness/warnings.ts'

const dayMs = 24 * 60 * 60_000

type Parts = { database: Database; signingKey: SigningKey; warnings: Warnings; now: () => number }

/**
 * Deletes rows older than the declarations of the tables allow (EVI-6): chores for `startHousekeeping`, by table. With an implausible clock
 * the chores delete nothing.
 */
export function retentionChores(
  { database, signingKey, warnings, now }: Parts,
  days: KeptDays,
): Readonly<Record<string, () => Promise<unknown>>> {
  const chores: Record<string, () => Promise<unknown>> = {
    async chain() {
      const time = now()
      if ((await clockState(database, time))?.isPlausible)
        await cutOldRecords(database, signingKey, new Date(time - days.audit * dayMs), time, (id, problem) =>
          warnings.set('uncut-chain', id, problem),
        )
    },
  }
  for (const name of tableNames) {
    const { retention, blanked }: Table = tables[name]
    if ('old' in retention) chores[name] = () => deleteOldRows(database, name, now(), days)
    if (blanked === undefined) continue
    chores[`values of ${name}`] = () => {
      const time = now()
      const oldest = new Date(time - days[blanked.keep] * dayMs)
      return database.execute(`${blanked.sql} and ${isPlausibleTime('$2')}`, [oldest, new Date(time)])
    }
  }
  return chores
}
