import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'

export type AttemptLimit = {
  /** Counts one attempt. Resolves to 0 when it may go on, else to the seconds until the next one may. */
  attempt(key: string): Promise<number>
  /** Forgets what was counted for `key`. */
  clear(key: string): Promise<void>
  /** Takes the newest one back. */
  takeBack(key: string): Promise<void>
}

const counted = v.object({ wasRefused: v.boolean(), oldest: v.date() })

/**
 * A sliding window over all instances: at most `most` attempts a key in `windowMs`; refused attempts count nothing.
 * `name` keeps the keys of one limit apart from those of others.
 */
export function attemptLimit(
  database: Queryable,
  limit: { name: string; most: number; windowMs: number },
  now: () => number,
): AttemptLimit {
  const { name, most, windowMs } = limit
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
             case when count(*) >= $5 then known.counts_until else $4::timestamptz end
           from unnest(known.times) as at where at > $3::timestamptz)
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
