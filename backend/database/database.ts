import type * as v from 'valibot'

/** One SQL statement with `$1…` parameters; every row is parsed by the schema, a row that does not fit throws. */
export type Queryable = {
  query<Row>(sql: string, parameters: unknown[], row: v.GenericSchema<unknown, Row>): Promise<Row[]>
  /** Resolves to the number of rows that changed. */
  execute(sql: string, parameters?: unknown[]): Promise<number>
  /** Several statements at once, without parameters. */
  script(sql: string): Promise<void>
}

export type Database = Queryable & {
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
