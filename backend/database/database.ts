import { mkdir } from 'node:fs/promises'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import * as v from 'valibot'

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

/**
 * Opens (and on first use makes) the Postgres under `directory`; `memory` keeps it in the process, where it may begin as
 * `image`, a PGlite's `dumpDataDir`.
 */
export async function openDatabase(directory: string, image?: Blob): Promise<Database> {
  const pglite = await openPglite(directory, image)
  return {
    ...queryable(pglite),
    transaction: (work) => pglite.transaction((transaction) => work(queryable(transaction))),
    close: () => pglite.close(),
  }
}

async function openPglite(directory: string, image: Blob | undefined): Promise<PGlite> {
  if (directory === 'memory') return PGlite.create(image && { loadDataDir: image })
  await mkdir(directory, { recursive: true })
  return PGlite.create(directory)
}

function queryable(connection: PGlite | Transaction): Queryable {
  return {
    async query(sql, parameters, row) {
      const { rows } = await connection.query(sql, parameters)
      return v.parse(v.array(row), rows)
    },
    async execute(sql, parameters = []) {
      const { affectedRows } = await connection.query(sql, parameters)
      return affectedRows ?? 0
    },
    async script(sql) {
      await connection.exec(sql)
    },
  }
}
