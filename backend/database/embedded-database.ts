import { mkdir } from 'node:fs/promises'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import * as v from 'valibot'
import type { Database, Queryable, Session } from './database.ts'

/**
 * Opens (and on first use makes) the Postgres under `directory`; `memory` keeps it in the process, where it may begin as
 * `image`, a PGlite's `dumpDataDir`.
 */
export async function openEmbeddedDatabase(directory: string, image?: Blob): Promise<Database> {
  const pglite = await openPglite(directory, image)
  const session: Session = {
    ...queryable(pglite),
    transaction: (work) => pglite.transaction((transaction) => work(queryable(transaction))),
  }
  // Nobody else has it open.
  return { ...session, alone: (work) => work(session), close: () => pglite.close() }
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
