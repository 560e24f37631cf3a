import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'

export type AttemptLimit = {
  /** Counts one attempt. Resolves to 0 if the attempt is allowed, else to the seconds until the next allowed attempt. */
  attempt(key: string): Promise<number>
  clear(key: string): Promise<void>
  /** Removes the newest counted attempt. */
  takeBack(key: string): Promise<void>
}

/** Counts an attempt. Rejects with a 429 `Refusal` if there were too many attempts. */
export async function countAttempt(limit: AttemptLimit, key: string): Promise<void> {
  const retryAfterSeconds = await limit.attempt(key)
  if (retryAfterSeconds > 0) throw new Refusal(429, { headers: { 'retry-after': String(retryAfterSeconds) } })
}

const counted = v.object({ wasRefused: v.boolean(), oldest: v.date() })

/**
 * Creates a sliding window shared by all instances: at most `count` attempts per key in `timeMs`. Refused attempts are not counted. An
 * attempt after now was stored before the clock was set back and counts as made now. `name` separates the keys of one limit from others.
 */
export function attemptLimit(
  database: Queryable,
  limit: { name: string; count: number; timeMs: number },
  now: () => number,
): AttemptLimit {
  const { name, count: most, timeMs: windowMs } = limit
  return {
    async attempt(key) {
      const time = now()
      const [row] = await database.query(
        `insert into attempts as known (key, times, was_refused, counts_until)
         values ($1, array[$2::timestamptz], false, $4::timestamptz)
         on conflict (key) do update set (times, was_refused, counts_until) = (
           select
             case when count(*) >= $5 then array_agg(at order by at) else array_agg(at order by at) || $2::timestamptz end,
             count(*) >= $5,
             case when count(*) >= $5 then least(known.counts_until, $4::timestamptz) else $4::timestamptz end
           from (select least(at, $2::timestamptz) as at from unnest(known.times) as at) as counted where at > $3::timestamptz)
         returning was_refused as "wasRefused", times[1] as oldest`,
        [`${name} ${key}`, new Date(time), new Date(time - windowMs), new Date(time + windowMs), most],
        counted,
      )
      if (row === undefined || !row.wasRefused) return 0
      return Math.max(1, Math.ceil((row.oldest.getTime() + windowMs - time) / 1000))
    },
    async clear(key) {
      await database.execute('delete from attempts where key = $1', [`${name} ${key}`])
    },
    async takeBack(key) {
      const full = [`${name} ${key}`]
      if ((await database.execute('delete from attempts where key = $1 and cardinality(times) <= 1', full)) === 0)
        await database.execute('update attempts set times = times[1:cardinality(times) - 1] where key = $1', full)
    },
  }
}
