import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { takeOver } from '../../../backend/database/take-over.ts'
import { eventually } from '../../eventually.ts'
import { preparedDataDir } from '../../prepared-database.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

const server = inject('postgresUrl') ?? ''
const anything = v.any()
let dataDir: string
let source: Database
let targetUrl: string
let target: Database

beforeAll(async () => {
  dataDir = await preparedDataDir('demo')
  source = await openEmbeddedDatabase(join(dataDir, 'db'))
  // Values that JavaScript could change: microseconds, numbers beyond 2^53, escapes.
  await source.script(`insert into device_changes (word_code, kind, at)
    select word_code, 'online', '2026-01-02 03:04:05.678901+00' from devices`)
  await source.execute(
    `insert into device_audit (id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, cause, panel_version, received_at)
     values (gen_random_uuid(), 'u', 'c', 'c', 'd', 9007199254740993, now(), 'k', $1, '1', now())`,
    ['"quoted" \\ {1,2} \n ação'],
  )
})
afterAll(async () => {
  await source.close()
  await rm(dataDir, { recursive: true, force: true })
})

let count = 0
async function newTarget(): Promise<void> {
  count += 1
  const administration = await openPostgresDatabase(server)
  await administration.script(`create database target_${count}`)
  await administration.close()
  const url = new URL(server)
  url.pathname = `/target_${count}`
  targetUrl = url.href
  target = await openPostgresDatabase(targetUrl)
}
afterEach(() => target.close())

function tables(database: Database) {
  return database.query("select relname from pg_class where relnamespace = 'public'::regnamespace", [], anything)
}

it('the move to PostgreSQL copies every row unchanged and the sequences, and a backend runs on the copy (SCA-1)', async () => {
  await newTarget()
  const counts: Record<string, number> = {}
  await takeOver(source, target, ({ name, rows }) => {
    counts[name] = rows
  })
  expect(counts).toMatchObject({ condominiums: 13, device_audit: 1, idempotent_calls: 0, seeds: 1, users: 4 })
  for (const table of Object.keys(counts)) {
    const rows = `select to_jsonb(${table})::text as row from ${table} order by md5(to_jsonb(${table})::text)`
    const [there, here] = await Promise.all([
      source.transaction(async (transaction) => {
        await transaction.script("set local timezone = 'UTC'")
        return transaction.query(rows, [], anything)
      }),
      target.query(rows, [], anything),
    ])
    expect(here).toEqual(there)
    expect(here).toHaveLength(counts[table] ?? -1)
  }
  const next = "select nextval('events_id_seq') as next"
  expect(await target.query(next, [], anything)).toEqual(await source.query(next, [], anything))

  const backend = await startTestBackend({ databaseUrl: targetUrl, seed: 'none' })
  const admin = await signIn(backend, 'admin')
  const made = await admin.call('/rest/simulator/event', {
    method: 'POST',
    body: { condominiumId: 'condominio-12', kind: 'door-forced' },
  })
  expect(made.status).toBe(200)
  await backend.close()
})

it('the move to PostgreSQL leaves nothing in the target after a failure', async () => {
  await newTarget()
  const failed = takeOver(source, target, async ({ name }) => {
    if (name !== 'devices') return
    const other = await openPostgresDatabase(targetUrl)
    await other.script(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    )
    await other.close()
  })
  await expect(failed).rejects.toThrow('respondeu')
  // The pool notices that its connections were ended only when it uses them.
  await eventually(async () => expect(await tables(target)).toEqual([]))
  await takeOver(source, target, () => {})
})

it('the move to PostgreSQL refuses a target with tables, and a source of another version', async () => {
  await newTarget()
  await source.script("insert into migrations (name) values ('9999-of-tomorrow.sql')")
  await expect(takeOver(source, target, () => {})).rejects.toThrow('outra versão')
  await source.script("delete from migrations where name = '9999-of-tomorrow.sql'")
  expect(await tables(target)).toEqual([])
  await target.script('create table mine (a integer)')
  await expect(takeOver(source, target, () => {})).rejects.toThrow('não está vazio (tem mine)')
})
