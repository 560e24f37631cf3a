import * as v from 'valibot'
import { hasTable } from '../database/row-values.ts'
import type { LocalCommand } from '../local-commands/local-command.ts'

/**
 * Stores whether a backup succeeded, for the metrics (OPS-2). `input`: whether the backup failed. A database of an
 * older version does not store the result.
 */
export const noteBackup: LocalCommand = async ({ database, now }, input) => {
  const hasFailed = v.parse(v.boolean(), input)
  if (!(await hasTable(database, 'last_backup'))) return
  await database.execute(
    `insert into last_backup (has_failed, succeeded_at) values ($1, case when not $1 then $2::timestamptz end)
     on conflict (is_only) do update
       set (has_failed, succeeded_at) = (excluded.has_failed, coalesce(excluded.succeeded_at, last_backup.succeeded_at))`,
    [hasFailed, new Date(now())],
  )
}
