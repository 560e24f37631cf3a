import * as v from 'valibot'
import type { Queryable } from './database.ts'

/** A table whose rows have a time `at` and a sequence number; `scope` is an SQL condition, with the parameters of the caller. */
export type SequencedTable = { table: string; sequence: string; scope?: string }

export type Period = { from?: Date | undefined; to?: Date | undefined }

/** Smallest and largest sequence number; digits, because a `bigint` may be larger than a number. */
export type SequenceRange = { first: string; last: string }

/** Builds the expression that the indexes on days have: the day of a time in UTC. */
export const dayOf = (time: string) => `(${time} at time zone 'UTC')::date`

const day = dayOf('at')
const whole = { first: '0', last: '9223372036854775807' } as const
const range = v.object({ first: v.nullable(v.string()), last: v.nullable(v.string()) })

/**
 * Returns the range of sequence numbers on the days of a period (INT): a list in the order of the sequence reads only this range. The
 * range contains rows outside the period too, so the list also filters by time. Undefined if these days have no rows. Reads two index
 * entries for each day with rows.
 */
export async function sequenceOfPeriod(
  database: Queryable,
  { table, sequence, scope = 'true' }: SequencedTable,
  parameters: readonly unknown[],
  { from, to }: Period,
): Promise<SequenceRange | undefined> {
  if (from === undefined && to === undefined) return whole
  const bound = (place: number, otherwise: string) =>
    dayOf(`coalesce($${parameters.length + place}::timestamptz, '${otherwise}')`)
  const newestDay = (before: string) =>
    `(select ${day} from ${table} where ${scope} and ${before} and ${day} >= ${bound(1, '-infinity')} order by ${day} desc limit 1)`
  const numberOf = (direction: 'asc' | 'desc') =>
    `(select ${sequence} from ${table} where ${scope} and ${day} = days.day order by ${sequence} ${direction} limit 1)`
  const [found] = await database.query(
    `with recursive days (day) as (
       select ${newestDay(`${day} <= ${bound(2, 'infinity')}`)}
       union all
       select ${newestDay(`${day} < days.day`)} from days where days.day is not null)
     select min(${numberOf('asc')})::text as first, max(${numberOf('desc')})::text as last from days where days.day is not null`,
    [...parameters, from ?? null, to ?? null],
    range,
  )
  return found?.first == null || found.last == null ? undefined : { first: found.first, last: found.last }
}
