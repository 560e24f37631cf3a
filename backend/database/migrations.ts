import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Session } from './database.ts'

const migrationsDir = join(import.meta.dirname, 'migrations')

/** Applies the numbered files that this database has not seen, in order, each in its own transaction. */
export async function migrate(database: Session): Promise<void> {
  await database.script(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const applied = await database.query('select name from migrations', [], v.object({ name: v.string() }))
  const seen = new Set(applied.map((row) => row.name))
  const files = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of files.filter((file) => !seen.has(file))) {
    const sql = await readFile(join(migrationsDir, name), 'utf8')
    await database.transaction(async (transaction) => {
      await transaction.script(sql)
      await transaction.execute('insert into migrations (name) values ($1)', [name])
    })
  }
}
