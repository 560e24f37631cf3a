import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'

const definition = v.object({ drop: v.string(), make: v.string() })

/**
 * Does `work` while a table has neither indexes nor keys, and makes them again as they were: with a million new rows that takes
 * less than half the time. `work` must keep what the keys ask for, else making them fails. Inside a transaction nobody sees it.
 */
export async function withoutIndexes(database: Queryable, table: string, work: () => Promise<void>): Promise<void> {
  const keys = await database.query(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where conrelid = $1::regclass and contype in ('p', 'f', 'u') order by contype = 'f'`,
    [table],
    definition,
  )
  const indexes = await database.query(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index where indrelid = $1::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    [table],
    definition,
  )
  const all = [...keys, ...indexes]
  for (const { drop } of all.toReversed()) await database.execute(drop)
  await work()
  for (const { make } of all) await database.execute(make)
}
