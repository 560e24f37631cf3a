import * as v from 'valibot'
import type { Account } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'

/** Longest shift; also used for a person without a handover and without a sign-in. */
export const longestShiftMs = 12 * 60 * 60_000

/** SQL expressions: the person and their customer, and the period in which the shift may have begun. */
export interface ShiftParts {
  userId: string
  customersId: string
  earliest: string
  now: string
}

/** Builds an SQL condition on `evidence`: a sign-in of the person within the period. */
export function isSignIn({ userId, customersId, earliest, now }: ShiftParts): string {
  return `evidence.customers_id = ${customersId} and kind = 'session.begun' and evidence.at >= ${earliest} and evidence.at <= ${now}
    and record::jsonb #>> '{subject,person}' = ${userId}`
}

/**
 * Builds an SQL expression for the start of the person's shift: the last handover, else the first sign-in of the
 * period, else null (STATE-7). The time of the last handover may be in the future, if the clock was ahead.
 */
export function shiftStart(parts: ShiftParts): string {
  const { userId, earliest, now } = parts
  return `coalesce(
    (select case when handovers.at >= ${earliest} then least(handovers.at, ${now}) end from handovers
     where from_id = ${userId} or to_id = ${userId} order by seq desc limit 1),
    (select min(evidence.at) from evidence where ${isSignIn(parts)}))`
}

/**
 * Returns the start of the shift that the person works at `now`, both in milliseconds since the epoch (`shiftStart`);
 * 12 hours before `now` if the start is not known.
 */
export async function shiftStartOf(
  database: Queryable,
  { customersId, userId }: Account,
  now: number,
): Promise<number> {
  const earliest = now - longestShiftMs
  const start = await firstValue(
    database,
    `select ${shiftStart({ customersId: '$1', userId: '$2', earliest: '$3::timestamptz', now: '$4::timestamptz' })}`,
    [customersId, userId, new Date(earliest), new Date(now)],
    v.nullable(v.date()),
  )
  return start?.getTime() ?? earliest
}
