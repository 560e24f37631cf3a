import * as v from 'valibot'
import type { Database, Queryable } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { firstValue } from '../database/row-values.ts'

const beatMs = 60_000

/**
 * Stores every minute that a server is running: outside of such runs the state of devices is unknown (PAGE-5). Several servers on one
 * database each have their own run. Resolves to a function that ends the run.
 */
export async function beginRun(database: Database, now: () => number): Promise<() => Promise<void>> {
  const begin = 'insert into server_runs (started_at, seen_at) values ($1, $1) returning id::text'
  const run = await firstValue(database, begin, [new Date(now())], v.string())
  const beat = async () => {
    await database.execute('update server_runs set seen_at = $2 where id = $1::bigint', [run, new Date(now())])
  }
  const timer = setInterval(() => {
    beat()
      .catch(passOverUnavailable)
      .catch((error: unknown) => console.error('the run of this server could not be stored', error))
  }, beatMs).unref()
  return () => {
    clearInterval(timer)
    return beat().catch(passOverUnavailable)
  }
}

/** Lists runs that overlap the time since `from`, in milliseconds since the epoch; a run updated lately continues until `now`. */
export async function runsSince(
  database: Queryable,
  from: number,
  now: number,
): Promise<{ from: number; to: number }[]> {
  const rows = await database.query(
    'select started_at as "startedAt", seen_at as "seenAt" from server_runs where seen_at >= $1',
    [new Date(from)],
    v.object({ startedAt: v.date(), seenAt: v.date() }),
  )
  return rows.map(({ startedAt, seenAt }) => ({
    from: startedAt.getTime(),
    to: now - seenAt.getTime() < 2 * beatMs ? now : seenAt.getTime(),
  }))
}
