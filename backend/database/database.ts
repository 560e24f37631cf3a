import type * as v from 'valibot'

/** One SQL statement with `$1…` parameters; every row is parsed by the schema, a row that does not fit throws. */
export type Queryable = {
  query<Row>(sql: string, parameters: unknown[], row: v.GenericSchema<unknown, Row>): Promise<Row[]>
  /** Resolves to the number of rows that changed. */
  execute(sql: string, parameters?: unknown[]): Promise<number>
  /** Several statements at once, without parameters. */
  script(sql: string): Promise<void>
}

/** Statements and transactions. */
export type Session = Queryable & {
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>
}

export type Database = Session & {
  /**
   * Does `work` while no other process does any such work on this database; who comes second waits (SCA-2). Its statements may take as long
   * as they take, one after the other: they share one session. Rejects with `DatabaseRefused` when the database cannot be used.
   */
  alone<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
  /**
   * Only of the embedded engine on a disk: copies its files as they are at one moment, as a power cut would leave them, into a new directory
   * beside its own and tells which. While they are copied all others wait.
   */
  copyFiles?(): Promise<string>
  /** Of the pool of a PostgreSQL: how many connections there are, and how much waits for one. */
  poolCounts?(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}
