import type { Queryable } from '../database/database.ts'

/** A person is present for this time after their last known live connection: a reload, or a server that restarts, must not make them absent. */
const presentMs = 60_000
/** How old a stored time may get before it is stored again; every instance does so for its own connections. */
const storedEveryMs = 20_000

/** Stores that these sessions have a live connection now (DESK-5). */
export async function noteConnected(database: Queryable, sessionIds: readonly string[], now: number): Promise<void> {
  await database.execute(
    `update sessions set connected_at = $2 where id = any($1)
       and (connected_at is null or connected_at < $3 or connected_at > $2)`,
    [sessionIds, new Date(now), new Date(now - storedEveryMs)],
  )
}

/**
 * SQL condition: the person has a valid session with a live connection to any instance (DESK-5).
 * @param userId an SQL expression
 * @param now a parameter with the current time
 */
export function isPresent(userId: string, now: `$${number}`): string {
  return `exists (select from sessions where sessions.user_id = ${userId} and sessions.expires_at > ${now}::timestamptz
    and sessions.connected_at between ${now}::timestamptz - interval '${presentMs} milliseconds' and ${now}::timestamptz + interval '1 minute')`
}
