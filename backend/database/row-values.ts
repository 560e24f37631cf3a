import * as v from 'valibot'
import type { Queryable } from './database.ts'

/** A `timestamptz` as the contract writes times: ISO text in UTC. */
export const timeColumn = v.pipe(
  v.date(),
  v.transform((time) => time.toISOString()),
)

const firstColumn = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((row) => Object.values(row)[0]),
)

/** The first column of each row. */
export function valuesOf<Value>(
  database: Queryable,
  sql: string,
  parameters: unknown[],
  value: v.GenericSchema<unknown, Value>,
): Promise<Value[]> {
  return database.query(sql, parameters, v.pipe(firstColumn, value))
}

/** The first column of the first row; undefined where there is no row. */
export async function firstValue<Value>(...query: Parameters<typeof valuesOf<Value>>): Promise<Value | undefined> {
  const [found] = await valuesOf(...query)
  return found
}

/** Whether there is a row. */
export async function hasRow(database: Queryable, sql: string, parameters: unknown[]): Promise<boolean> {
  return (await database.query(sql, parameters, v.unknown())).length > 0
}

export function hasTable(database: Queryable, name: string): Promise<boolean> {
  return hasRow(database, 'select where to_regclass($1) is not null', [name])
}

/** The column of a field: `wordCode` is in `word_code`. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Fields of `rows` as parameters for `unnest`, a list for each field. */
export function columnsOf<Row>(rows: readonly Row[], fields: readonly (keyof Row)[]): unknown[][] {
  return fields.map((field) => rows.map((row) => row[field]))
}
