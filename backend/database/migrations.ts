import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Database, Queryable, Session } from './database.ts'
import { DatabaseRefused, OperatorError } from './operator-error.ts'
import { hasTable, valuesOf } from './row-values.ts'
import { within } from './table-rows.ts'

const migrationsDir = join(import.meta.dirname, 'migrations')
const firstMigration = '0001-accounts.sql'
/** Deletes the row of the first migration. */
const oldVersionsMark = '0025-data-of-all-versions.sql'
/** Names that migrations had in earlier versions. */
const renamed: Record<string, string> = { '0020-retention.sql': '0020-kept-and-stamped.sql' }

export async function migrationNames(): Promise<string[]> {
  return (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).sort()
}

/** Resolves to the names of all migrations that this version or an earlier version may have stored as applied. */
export async function knownMigrations(): Promise<string[]> {
  return [...(await migrationNames()), ...Object.keys(renamed)]
}

export function readMigration(name: string): Promise<string> {
  return readFile(join(migrationsDir, name), 'utf8')
}

/** Lists the applied migrations of this database, in order; an empty list for an empty database. */
export async function appliedMigrations(database: Queryable): Promise<string[]> {
  if (!(await hasTable(database, 'migrations'))) return []
  const names = await valuesOf(database, 'select name from migrations order by name', [], v.string())
  const known = names.map((name) => renamed[name] ?? name)
  return known.includes(oldVersionsMark) ? [firstMigration, ...known] : known
}

/** Rejects with `DatabaseRefused` if a newer version has migrated the database: this version could damage it. */
export async function refuseNewer(applied: string[]): Promise<void> {
  const known = await migrationNames()
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new DatabaseRefused(
    `Os dados são de uma versão mais nova do Guarita (${unknown}), que esta não conhece. Nada foi alterado. Use a versão mais nova, ou restaure uma cópia de segurança de antes da atualização.`,
  )
}

/** Rejects with an `OperatorError` if the table is missing, as in the data of an older version. */
export async function requireTable(database: Queryable, name: string): Promise<void> {
  if (await hasTable(database, name)) return
  throw new OperatorError('Os dados ainda não são desta versão do Guarita. Inicie-a uma vez com eles e tente de novo.')
}

/** Applies the numbered files that this database lacks (only those of `names`, if given), in order, each in its own transaction. */
export async function migrate(database: Session, names?: string[]): Promise<void> {
  const applied = await appliedMigrations(database)
  await refuseNewer(applied)
  await database.script(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  for (const name of (names ?? (await migrationNames())).filter((one) => !applied.includes(one))) {
    const sql = await readMigration(name)
    await database.transaction(async (transaction) => {
      await transaction.script(sql)
      await transaction.execute('insert into migrations (name) values ($1)', [name])
    })
  }
}

class Undone extends Error {}

/**
 * Applies the missing migrations in one transaction, which is rolled back (OPS-1). Resolves to their names, in order; rejects with the
 * error of a migration, or with a `DatabaseRefused` for data of a newer version.
 */
export async function tryMigrations(database: Database): Promise<string[]> {
  const applied = await appliedMigrations(database)
  try {
    await database.transaction(async (transaction) => {
      // On a PostgreSQL in use, a failed test is better than other sessions that wait behind a lock.
      await transaction.script("set local lock_timeout = '5s'; set local statement_timeout = 0")
      await migrate(within(transaction))
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return (await migrationNames()).filter((name) => !applied.includes(name))
}
