import { setImmediate as others } from 'node:timers/promises'
import type { Queryable } from './database.ts'

const atOnce = 2_000

/** Deletes the rows of `table` for which `condition` holds, 2,000 at a time, so that nobody waits for all of them. */
export async function deleteInBatches(
  database: Queryable,
  table: string,
  condition: string,
  parameters: unknown[],
): Promise<void> {
  for (;;) {
    const gone = await database.execute(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${atOnce}))`,
      parameters,
    )
    if (gone < atOnce) return
    await others()
  }
}
