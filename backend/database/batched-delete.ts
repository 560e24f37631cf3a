import { setImmediate as others } from 'node:timers/promises'
import type { Queryable } from './database.ts'

const atOnce = 2_000

/** Deletes the rows of `table` for which `condition` holds, 2,000 at a time, so that nobody waits for all of them. Resolves to how many went. */
export async function deleteInBatches(
  database: Queryable,
  table: string,
  condition: string,
  parameters: unknown[],
): Promise<number> {
  let deleted = 0
  for (;;) {
    const gone = await database.execute(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${atOnce}))`,
      parameters,
    )
    deleted += gone
    if (gone < atOnce) return deleted
    await others()
  }
}
