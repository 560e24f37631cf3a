import * as v from 'valibot'
import type { Queryable } from './database.ts'

type Step = 'day' | 'month'

/**
 * A table whose rows have a time `at` and a sequence number, with an index on `startOf(step, 'at')` and the number. `scope` is an SQL
 * condition with the parameters of the caller.
 */
export type SequencedTable = { table: string; sequence: string; step: Step; scope?: string }

export type Period = { from?: Date | undefined; to?: Date | undefined }

/** Smallest and largest sequence number; digits, because a `bigint` may be larger than a number. */
export type SequenceRange = { first: string; last: string }

const whole = { first: '0', last: '9223372036854775807' } as const
const range = v.object({ first: v.nullable(v.string()), last: v.nullable(v.string()) })

/** Builds the SQL expression of the indexes: the day or month of a time in UTC. */
export function startOf(step: Step, time: string): string {
  return `date_trunc('${step}', ${time} at time zone 'UTC')`
}

/**
 * Returns the range of sequence numbers in the days or months of a period: a list in the order of the sequence reads only this range. The
 * range contains rows outside the period too, so the list also filters by time. Undefined if there are no rows. Reads three index entries
 * for each day or month with rows.
 */
export async function sequenceOfPeriod(
  database: Queryable,
  { table, sequence, step, scope = 'true' }: SequencedTable,
  parameters: readonly unknown[],
  { from, to }: Period,
): Promise<SequenceRange | undefined> {
  if (from === undefined && to === undefined) return whole
  const start = startOf(step, 'at')
  const bound = (place: number, otherwise: string) =>
    startOf(step, `coalesce($${parameters.length + place}::timestamptz, '${otherwise}')`)
  const newest = (condition: string) =>
    `(select ${start} from ${table} where ${scope} and ${condition} and ${start} >= ${bound(1, '-infinity')}
       order by ${start} desc limit 1)`
  const numberOf = (direction: 'asc' | 'desc') =>
    `(select ${sequence} from ${table} where ${scope} and ${start} = steps.start order by ${sequence} ${direction} limit 1)`
  const [found] = await database.query(
    `with recursive steps (start) as (
       select ${newest(`${start} <= ${bound(2, 'infinity')}`)}
       union all
       select ${newest(`${start} < steps.start`)} from steps where steps.start is not null)
     select min(${numberOf('asc')})::text as first, max(${numberOf('desc')})::text as last from steps where steps.start is not null`,
    [...parameters, from ?? null, to ?? null],
    range,
  )
  return found?.first == null || found.last == null ? undefined : { first: found.first, last: found.last }
}
