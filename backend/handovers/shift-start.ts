import * as v from 'valibot'
import type { Account } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'

/** Longest shift; also used for a person without a handover and without a sign-in. */
export const longestShiftMs = 12 * 60 * 60_000

/**
 * Start of the person's shift that runs at `now`, both in milliseconds since the epoch: the last handover, else the first
 * sign-in of the last 12 hours, else 12 hours ago (STATE-7). The last handover may be of a clock that was ahead.
 */
export async function shiftStartOf(
  database: Queryable,
  { customersId, userId }: Account,
  now: number,
): Promise<number> {
  const start = await firstValue(
    database,
    `select coalesce(
       (select case when at >= $3 then least(at, $4) end from handovers
        where from_id = $2 or to_id = $2 order by seq desc limit 1),
       (select min(at) from evidence where customers_id = $1 and kind = 'session.begun' and at >= $3 and at <= $4
          and record::jsonb #>> '{subject,person}' = $2),
       $3)`,
    [customersId, userId, new Date(now - longestShiftMs), new Date(now)],
    v.date(),
  )
  return start?.getTime() ?? now
}
