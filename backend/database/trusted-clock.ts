import * as v from 'valibot'
import type { Queryable } from './database.ts'
import { passOverUnavailable } from './database-unavailable.ts'

/** A clock ahead by more than this needs a confirmation, even if the server was only switched off. */
export const mostAheadMs = 7 * 24 * 60 * 60_000
const mostAhead = `interval '${mostAheadMs} milliseconds'`
/** Covers corrections of a clock, and differences between the clocks of several instances. */
const mostBehind = "interval '5 minutes'"
const storedEvery = "interval '30 seconds'"

/**
 * SQL condition: the clock of the server is plausible if it shows the time `time`, a parameter. The deletion of an old row needs this condition:
 * a wrong clock must delete nothing.
 */
export function isPlausibleTime(time: `$${number}`): string {
  return `exists (select from server_clock
    where ${time}::timestamptz between trusted_at - ${mostBehind} and trusted_at + ${mostAhead})`
}

/** `trustedAt`: the newest time at which a clock was plausible. */
export type ClockState = { isPlausible: boolean; trustedAt: Date }

/** Compares the clock with the trusted time, and stores the time of a plausible clock. The first clock of a database is trusted. */
export async function checkClock(database: Queryable, now: number): Promise<ClockState> {
  const state = await clockState(database, now)
  if (state?.isPlausible === false) return state
  const stored = database.execute(
    `insert into server_clock (trusted_at) values ($1)
     on conflict (single) do update set trusted_at = excluded.trusted_at
       where excluded.trusted_at > server_clock.trusted_at + ${storedEvery}
         and excluded.trusted_at <= server_clock.trusted_at + ${mostAhead}`,
    [new Date(now)],
  )
  await stored.catch(passOverUnavailable)
  return state ?? { isPlausible: true, trustedAt: new Date(now) }
}

/** Makes the clock trusted, on the word of a person who has compared it. */
export async function confirmClock(database: Queryable, now: number): Promise<void> {
  await database.execute(
    `insert into server_clock (trusted_at) values ($1)
     on conflict (single) do update set trusted_at = excluded.trusted_at`,
    [new Date(now)],
  )
}

/** Undefined before the first start of a server. */
export async function clockState(database: Queryable, now: number): Promise<ClockState | undefined> {
  const [state] = await database.query(
    `select trusted_at as "trustedAt", ${isPlausibleTime('$1')} as "isPlausible" from server_clock`,
    [new Date(now)],
    v.object({ isPlausible: v.boolean(), trustedAt: v.date() }),
  )
  return state
}
