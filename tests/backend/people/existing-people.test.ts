import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { migrate } from '../../../backend/database/migrations.ts'
import { peopleOf } from '../../../backend/people/people.ts'
import { preparedImage } from '../../prepared-database.ts'

const migrations = join(import.meta.dirname, '../../../backend/database/migrations')
let database: Awaited<ReturnType<typeof openEmbeddedDatabase>>

beforeAll(async () => {
  database = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
  await database.script('create schema earlier; set search_path to earlier')
  await database.script('create table migrations (name text primary key, applied_at timestamptz default now())')
  for (const name of globSync('00{0?,1[0-4]}-*.sql', { cwd: migrations }).sort()) {
    await database.script(readFileSync(join(migrations, name), 'utf8'))
    await database.execute('insert into migrations (name) values ($1)', [name])
  }
  await database.script(`
    insert into customers (id, name) values ('um', 'Prédios');
    insert into users (id, customers_id, email, name, type, permissions, sees_all, password_hash) values
      ('a', 'um', 'a@um', 'Ana', 'admin', '{import,qa}', true, 'x'), ('b', 'um', 'b@um', 'Bia', 'admin', '{}', false, 'x'),
      ('c', 'um', 'c@um', 'Caio', 'operator', '{import}', true, 'x');
    insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at, user_agent, remember) values
      ('s', 'a', 't', '2026-01-01', '2026-01-02', '2026-01-01T10:00:00Z', '', false)`)
  await migrate(database)
})
afterAll(() => database.close())

it('a migration gives `users:write` to existing administrators and keeps their last visit (ACC-1)', async () => {
  const people = await peopleOf(database, 'um', Date.now())
  expect(people).toMatchObject([
    {
      name: 'Ana',
      permissions: ['import', 'qa', 'users:write'],
      status: 'active',
      lastSeenAt: '2026-01-01T10:00:00.000Z',
    },
    { name: 'Bia', permissions: [], status: 'active', lastSeenAt: null },
    { name: 'Caio', permissions: ['import'], status: 'active', lastSeenAt: null },
  ])
  await database.execute("delete from sessions where id = 's'")
  expect((await peopleOf(database, 'um', Date.now()))[0]?.lastSeenAt).toBe('2026-01-01T10:00:00.000Z')
  expect(await database.query('select version from users', [], v.object({ version: v.literal(1) }))).toHaveLength(3)
})
