import * as v from 'valibot'
import type { Queryable } from './database.ts'

/** A `timestamptz` in the contract's format: ISO text in UTC. */
export const timeColumn = v.pipe(
  v.date(),
  v.transform((time) => time.toISOString()),
)

/** A `bigint` as text, in the contract's format. */
export const sequenceColumn = v.pipe(v.string(), v.toNumber())

const firstColumn = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((row) => Object.values(row)[0]),
)

/** Runs a query and returns the first column of its rows, parsed with `value`. */
export function valuesOf<Value>(
  database: Queryable,
  sql: string,
  parameters: unknown[],
  value: v.GenericSchema<unknown, Value>,
): Promise<Value[]> {
  return database.query(sql, parameters, v.pipe(firstColumn, value))
}

/** The first column of the first row; undefined without a row. */
export async function firstValue<Value>(...query: Parameters<typeof valuesOf<Value>>): Promise<Value | undefined> {
  const [found] = await valuesOf(...query)
  return found
}

export async function hasRow(database: Queryable, sql: string, parameters: unknown[]): Promise<boolean> {
  return (await database.query(sql, parameters, v.unknown())).length > 0
}

export function hasTable(database: Queryable, name: string): Promise<boolean> {
  return hasRow(database, 'select where to_regclass($1) is not null', [name])
}

export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Converts fields of `rows` into parameters for `unnest`, one list per field. */
export function columnsOf<Row>(rows: readonly Row[], fields: readonly (keyof Row)[]): unknown[][] {
  return fields.map((field) => rows.map((row) => row[field]))
}
