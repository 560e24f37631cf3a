import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { isOpenIncident } from '../incidents/open-incidents.ts'

const amount = v.nullable(v.number())
const measured = v.object({
  database_bytes: amount,
  devices: amount,
  device_checks_overdue: amount,
  device_check_oldest_seconds: amount,
  incidents_open: amount,
  incidents_unclaimed: amount,
  backup_age_seconds: amount,
  backup_failed: amount,
})

/** Metrics of the database. Names are without the prefix `guarita_`; null: unknown. */
export type MeasuredDatabase = v.InferOutput<typeof measured>

/** Measures the database in one query. Resolves to null if the database does not answer. */
export async function measureDatabase(database: Database, now: number): Promise<MeasuredDatabase | null> {
  const [row] = await database
    .query(
      `select pg_database_size(current_database())::float8 as database_bytes,
         checks.*, incidents.*,
         extract(epoch from $1::timestamptz - last_backup.succeeded_at)::float8 as backup_age_seconds,
         last_backup.has_failed::int as backup_failed
       from (
         select count(*)::int as devices, count(*) filter (where next_check_at <= $1)::int as device_checks_overdue,
           extract(epoch from $1::timestamptz - min(checked_at))::float8 as device_check_oldest_seconds
         from device_checks join devices on devices.word_code = device_checks.word_code where active
       ) as checks
       cross join (
         select count(*)::int as incidents_open, count(*) filter (where life = 'new')::int as incidents_unclaimed
         from incidents where ${isOpenIncident}
       ) as incidents
       left join last_backup on true`,
      [new Date(now)],
      measured,
    )
    .catch(() => [])
  return row ?? null
}
