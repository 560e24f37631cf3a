import { setImmediate as others } from 'node:timers/promises'
import type { Queryable } from './database.ts'
import { type KeptDays, type Retention, usualDays } from './table.ts'
import { type TableName, tables } from './tables.ts'
import { isPlausibleTime } from './trusted-clock.ts'

const dayMs = 24 * 60 * 60_000
const atOnce = 2_000

/**
 * Deletes rows older than the declaration of the table allows, 2,000 at a time, so that no other query waits for the whole deletion. Does
 * nothing for a table whose rows have no age, and nothing with an implausible clock. `now` in epoch milliseconds.
 */
export async function deleteOldRows(
  database: Queryable,
  table: TableName,
  now: number,
  days: KeptDays = usualDays,
): Promise<void> {
  const retention: Retention = tables[table].retention
  if (!('old' in retention)) return
  const ageMs = 'keep' in retention ? days[retention.keep] * dayMs : retention.keepMs
  for (;;) {
    const gone = await database.execute(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where (${retention.old}) and ${isPlausibleTime('$2')} limit ${atOnce}))`,
      [new Date(now - ageMs), new Date(now)],
    )
    if (gone < atOnce) return
    await others()
  }
}
