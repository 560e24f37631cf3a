import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Database, Queryable, Session } from './database.ts'
import { DatabaseRefused, OperatorError } from './operator-error.ts'
import { hasTable, valuesOf } from './row-values.ts'
import { within } from './table-rows.ts'

const migrationsDir = join(import.meta.dirname, 'migrations')

/** Of all the numbered files, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).sort()
}

/** Those that this database has seen, in their order; none of one that is empty. */
export async function appliedMigrations(database: Queryable): Promise<string[]> {
  if (!(await hasTable(database, 'migrations'))) return []
  return valuesOf(database, 'select name from migrations order by name', [], v.string())
}

/** Rejects with `DatabaseRefused` when a newer version has been at work: what this one does not know, it would break. */
export async function refuseNewer(applied: string[]): Promise<void> {
  const known = await migrationNames()
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new DatabaseRefused(
    `Os dados são de uma versão mais nova do Guarita (${unknown}), que esta não conhece. Nada foi alterado. Use a versão mais nova, ou restaure uma cópia de segurança de antes da atualização.`,
  )
}

/** Rejects with an `OperatorError` for data of an older version, which does not have this table. */
export async function requireTable(database: Queryable, name: string): Promise<void> {
  if (await hasTable(database, name)) return
  throw new OperatorError('Os dados ainda não são desta versão do Guarita. Inicie-a uma vez com eles e tente de novo.')
}

/** Applies the numbered files that this database has not seen (of `names` alone, where told), in order, each in its own transaction. */
export async function migrate(database: Session, names?: string[]): Promise<void> {
  const applied = await appliedMigrations(database)
  await refuseNewer(applied)
  await database.script(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  for (const name of (names ?? (await migrationNames())).filter((one) => !applied.includes(one))) {
    const sql = await readFile(join(migrationsDir, name), 'utf8')
    await database.transaction(async (transaction) => {
      await transaction.script(sql)
      await transaction.execute('insert into migrations (name) values ($1)', [name])
    })
  }
}

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
