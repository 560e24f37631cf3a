import type * as v from 'valibot'

/** Runs one SQL statement with `$1…` parameters; the schema parses every row, and an invalid row throws. */
export type Queryable = {
  query<Row>(sql: string, parameters: unknown[], row: v.GenericSchema<unknown, Row>): Promise<Row[]>
  execute(sql: string, parameters?: unknown[]): Promise<number>
  script(sql: string): Promise<void>
}

export type Session = Queryable & {
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>
}

export type Database = Session & {
  /**
   * Does `work` while no other process does such work on this database; a second caller waits (SCA-2). Its statements share one session and
   * have no timeout. Rejects with `DatabaseRefused` if the database cannot be used.
   */
  alone<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
  /**
   * Embedded engine on a disk only: copies its files, as of one moment and as a power cut would leave them, into a new directory beside its
   * own. Resolves to that directory. Other callers do not wait for the copy.
   */
  copyFiles?(): Promise<string>
  /** PostgreSQL only: open and idle connections of the pool, and callers that wait for a connection. */
  poolCounts?(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}
