import type { Database } from './database.ts'
import { appliedMigrations, migrate, migrationNames } from './migrations.ts'
import { within } from './table-rows.ts'

class Undone extends Error {}

/**
 * Applies what this version would at its start in one transaction, which is rolled back (OPS-1). Resolves to the names, in their order;
 * rejects with what a migration fails of, or with a `DatabaseRefused` for data of a newer version.
 */
export async function tryMigrations(database: Database): Promise<string[]> {
  const applied = await appliedMigrations(database)
  try {
    await database.transaction(async (transaction) => {
      // Of a PostgreSQL in use: rather not know than keep everybody waiting behind one that waits.
      await transaction.script("set local lock_timeout = '5s'; set local statement_timeout = 0")
      await migrate(within(transaction))
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return (await migrationNames()).filter((name) => !applied.includes(name))
}
