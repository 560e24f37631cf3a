import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '../../../backend/backup/back-up.ts'
import { restore } from '../../../backend/backup/restore.ts'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { schemaAfter } from '../../../backend/database/migrated-schema.ts'
import { migrate, migrationNames, tryMigrations } from '../../../backend/database/migrations.ts'
import { valuesOf } from '../../../backend/database/row-values.ts'
import { columnsOf } from '../../../backend/database/table-rows.ts'
import { verifyChains } from '../../../backend/evidence/verify-chain.ts'
import { preparedImage } from '../../prepared-database.ts'

const anything = v.any()
const names = await migrationNames()

/** Rows of an installation of that time, by the migration that made their tables. */
const held: Record<string, string> = {
  '0001-accounts.sql': `
    insert into customers values ('c1', 'Administradora Água');
    insert into users values ('u1', 'c1', 'ana@exemplo.com.br', 'Ana', 'admin', '{devices:read,qa}', true, 'scrypt$1');
    insert into sessions values ('s1', 'u1', 'h', now(), now(), now(), 'Firefox', false);
    insert into seeds values ('none', now())`,
  '0002-condominiums.sql': `
    insert into condominiums (id, customers_id, name, word_code, last_event_at) values ('k1', 'c1', 'Vila', 'VILA-1', now());
    insert into user_condominiums values ('u1', 'k1');
    insert into devices (word_code, condominium_id, name, model, ip, port) values ('PORTAO-A', 'k1', 'Portão', 'CA', '10.0.0.1', 80);
    insert into events (condominium_id, word_code, ip, kind, description, at)
      values ('k1', 'PORTAO-A', '10.0.0.1', 'access-granted', 'Entrou', '2026-01-02 03:04:05.678'),
        ('k1', 'PORTAO-A', '10.0.0.1', 'door-forced', 'Porta forçada', '2026-01-02 03:04:06.5');
    insert into notifications values ('n1', 'u1', 'Título', 'Texto', '{"a": 1}', false, now())`,
  '0003-device-calls.sql': `
    insert into idempotent_calls values ('u1', 'r', 'k', 'h', 200, '{}', now());
    insert into simulated_acts (word_code, op, key, at) values ('PORTAO-A', 'restart', 'k', now())`,
  '0004-device-audit.sql': `
    insert into device_audit (id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, cause, panel_version, received_at)
      values (gen_random_uuid(), 'u1', 'c1', 'k1', 'PORTAO-A', 9007199254740993, now(), 'k', 'ação "x"', '1', now())`,
  '0009-device-changes.sql': 'insert into server_runs (started_at, seen_at) values (now(), now())',
  '0012-several-instances.sql': `insert into attempts values ('a', '{now}', false, now())`,
  '0015-people.sql': `
    insert into one_time_links values ('h', 'new-password', 'u1', now());
    insert into person_acts (user_id, at, act, by_id) values ('u1', now(), 'changed', 'u1')`,
}

let database: Database
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-upgrade-'))
  database = await openEmbeddedDatabase('memory', { image: await preparedImage('empty') })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Rows = Record<string, Record<string, unknown>[]>

/**
 * Makes a schema with an installation of the time when only the first `count` migrations existed.
 * @param note called after each migration and its rows
 */
async function installationOf(
  count: number,
  schema = `at_${count}`,
  note?: (name: string) => Promise<void>,
): Promise<void> {
  await database.script(
    `drop schema if exists ${schema} cascade; create schema ${schema}; set search_path to ${schema}`,
  )
  for (const [index, name] of names.slice(0, count).entries()) {
    await migrate(database, names.slice(0, index + 1))
    await database.script(held[name] ?? '')
    await note?.(name)
  }
}

/** A migration may add items to an array, such as rights. */
function stillThere(row: Record<string, unknown>): Record<string, unknown> {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    Array.isArray(value) ? expect.arrayContaining(value) : value,
  ])
  return Object.fromEntries(cells)
}

async function rows(): Promise<Rows> {
  const tables = await database.query(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
    [],
    anything,
  )
  const found: Rows = {}
  for (const { name } of tables) {
    const selected = await database.query(`select to_jsonb(${name}) as row from ${name} order by 1::text`, [], anything)
    found[name] = selected.map(({ row }) => row)
  }
  return found
}

/** Tables whose rows a migration deletes: answers that live for 24 h. */
const emptied = ['idempotent_calls']

/** Columns that a migration drops, because another column has the fact, or no code reads the column. */
const dropped: Record<string, readonly string[]> = { device_checks: ['was_reached'], devices: ['created_key'] }

/** Expects the earlier rows unchanged except for dropped columns; the column `revision` may differ. */
function expectKept(before: Rows, after: Rows): void {
  for (const [table, kept] of Object.entries(before)) {
    const isKept = ([column]: [string, unknown]) => column !== 'revision' && dropped[table]?.includes(column) !== true
    const expected = kept.map((row) =>
      expect.objectContaining(stillThere(Object.fromEntries(Object.entries(row).filter(isKept)))),
    )
    // A migration may begin the chains that are missing.
    if (table === 'evidence_heads') expect(after[table], table).toEqual(expect.arrayContaining(expected))
    else if (table !== 'migrations') expect(after[table], table).toEqual(emptied.includes(table) ? [] : expected)
  }
}

it('the text of the migrations names the tables and columns of every version (OPS-1)', async () => {
  const named: string[][] = []
  const made: string[][] = []
  await installationOf(names.length, 'of_the_text', async (name) => {
    const schema = await schemaAfter(names.slice(0, names.indexOf(name) + 1))
    named.push([...schema].flatMap(([table, columns]) => [...columns].map((column) => `${table}.${column}`)).toSorted())
    made.push((await columnsOf(database)).map(({ table, column }) => `${table}.${column}`).toSorted())
  })
  expect(made).toHaveLength(names.length)
  expect(named).toEqual(made)
})

it('later migrations keep the rows of every earlier version (OPS-1)', async () => {
  const before: Record<string, Rows> = {}
  await installationOf(names.length, 'step_by_step', async (name) => {
    if (name in held) before[name] = await rows()
  })
  const after = await rows()
  expect(Object.keys(before)).toEqual(Object.keys(held))
  for (const each of Object.values(before)) expectKept(each, after)
})

/** Versions to upgrade from: the first and the one before the last, or all of them with `--all`. */
const upgradedFrom = names
  .map((name, index) => [name, index + 1] as const)
  .filter(([, count]) => process.env.TESTS === 'all' || count === 1 || count === names.length - 1)

it.each(upgradedFrom)(
  'an installation of the time of %s passes the trial of migrations and is upgraded with every row (OPS-1)',
  async (_name, count) => {
    await installationOf(count)
    const before = await rows()
    expect(await tryMigrations(database)).toEqual(names.slice(count))
    expect(await rows()).toEqual(before)
    await migrate(database)
    expectKept(before, await rows())
    expect(await tryMigrations(database)).toEqual([])
  },
)

it('the restore command upgrades a backup of an earlier version (OPS-1)', async () => {
  await installationOf(8, 'of_the_backup')
  const file = join(folder, 'earlier')
  await backUp(database, file, '0.0.9', () => {})
  const dataDir = join(folder, 'data')
  await restore(file, { dataDir, databaseImage: await preparedImage('empty') }, () => {})
  const restored = await openEmbeddedDatabase(join(dataDir, 'db'))
  const found = await restored.query('select word_code from device_checks', [], anything)
  expect(found).toEqual([{ word_code: 'PORTAO-A' }])
  expect(await restored.query('select count(*)::int as count from sessions', [], anything)).toEqual([{ count: 0 }])
  expect(await tryMigrations(restored)).toEqual([])
  // The earlier records are a chain that verifies; the installation has no record before its first start.
  const verdicts = await verifyChains(restored)
  expect(verdicts.map(({ customer, records, problem }) => [customer, records, problem !== undefined])).toEqual([
    ['', 0, true],
    ['c1', 2, false],
  ])
  await restored.close()
})

it('the start refuses the database of a newer version', async () => {
  await database.script('drop schema if exists newer cascade; create schema newer; set search_path to newer')
  await migrate(database)
  await database.execute('insert into migrations (name) values ($1)', ['9999-of-tomorrow.sql'])
  await expect(migrate(database)).rejects.toThrow('versão mais nova do Guarita (9999-of-tomorrow.sql)')
  await expect(tryMigrations(database)).rejects.toThrow('versão mais nova')
})

it('an upgrade orders incidents by their beginnings, and changes of a device among its events', async () => {
  await installationOf(names.indexOf('0034-orders-by-sequence.sql'), 'before_orders')
  await database.script(`
    delete from device_changes;
    insert into device_changes (word_code, kind, at) values
      ('PORTAO-A', 'offline', '2026-01-02 03:04:06'), ('PORTAO-A', 'online', '2026-01-02 03:00:00');
    insert into incidents (id, customers_id, kind, condominium_id, state, context, life, opened_at, version)
      select id, 'c1', 'contact', 'k1', '{}', '{}', 'closed', at::timestamptz, 1
      from (values ('reopened', '2026-01-03'), ('ahead', '2026-01-05'), ('set back', '2026-01-04')) as given (id, at);
    insert into incident_notes (incident_id, at, act) values ('reopened', now(), 'opened'), ('ahead', now(), 'opened'),
      ('set back', now(), 'opened'), ('reopened', now(), 'reopened'), ('ahead', now(), 'closed')`)
  await migrate(database)
  const read = (sql: string) => valuesOf(database, sql, [], v.string())
  expect(await read('select id from incidents order by seq desc')).toEqual(['reopened', 'set back', 'ahead'])
  const both = `select kind, seq, 'c' || id as id from device_changes union all select kind, id, 'e' || id from events`
  expect(await read(`select kind from (${both}) as items order by seq desc, id desc`)).toEqual([
    'door-forced',
    'online',
    'offline',
    'access-granted',
  ])
  await database.script("insert into device_changes (word_code, kind, at) values ('PORTAO-A', 'unknown', '2020-01-01')")
  expect(await read('select kind from device_changes order by seq desc, id desc')).toEqual([
    'unknown',
    'online',
    'offline',
  ])
})
