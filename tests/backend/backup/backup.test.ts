import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { backUp } from '../../../backend/backup/back-up.ts'
import { checkBackupFile } from '../../../backend/backup/backup-file.ts'
import { restore } from '../../../backend/backup/restore.ts'
import { withDatabase } from '../../../backend/backup/with-database.ts'
import type { Database } from '../../../backend/database/database.ts'
import { migrationNames } from '../../../backend/database/migrations.ts'
import { type DatabasePlace, openDatabase } from '../../../backend/open-database.ts'
import { type Backend, startBackend } from '../../../backend/server.ts'
import { cheapCost, preparedImage } from '../../prepared-database.ts'
import { demoDataDir, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'

const server = inject('postgresUrl')
const anything = v.any()
const ignoreProgress = () => {}
let folder: string
let source: DatabasePlace
let backend: Backend
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-backup-'))
  const dataDir = await demoDataDir()
  backend = await startTestBackend({ dataDir })
  source =
    server === undefined ? { dataDir } : { dataDir: 'memory', databaseUrl: await postgresCopy(server, 'demo', dataDir) }
  // Values that JavaScript could change: microseconds, numbers beyond 2^53, escapes, line ends.
  await backend.database.script(`insert into device_changes (word_code, kind, at)
    select word_code, 'online', '2026-01-02 03:04:05.678901+00' from devices`)
  await backend.database.execute(
    `insert into device_audit (id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, cause, panel_version, received_at)
     values (gen_random_uuid(), 'u', 'c', 'c', 'd', 9007199254740993, now(), 'k', $1, '1', now())`,
    ['"quoted" \\ {1,2} \n#{"sha256":"ação"}'],
  )
  await backend.makeIncidents()
  await signIn(backend, 'admin')
  file = join(folder, 'whole')
  await withDatabase(source, (database) => backUp(database, file, '1.2.3', ignoreProgress))
})
afterAll(async () => {
  await backend.close()
  await rm(folder, { recursive: true, force: true })
  if (server === undefined) await rm(source.dataDir, { recursive: true, force: true })
})

let targets = 0
/** Makes an empty target for a restore, on PostgreSQL if the project has one. */
async function emptyPlace(engine: 'embedded' | 'postgres'): Promise<DatabasePlace> {
  targets += 1
  if (engine === 'embedded' || server === undefined) return emptyDirectory(`target-${targets}`)
  const { database } = await openDatabase({ dataDir: 'memory', databaseUrl: server })
  await database.script(`create database restored_${targets}`)
  await database.close()
  const url = new URL(server)
  url.pathname = `/restored_${targets}`
  return { dataDir: 'memory', databaseUrl: url.href }
}

/** A directory that does not exist yet; the prepared image saves the seconds of an initialisation. */
async function emptyDirectory(name: string): Promise<DatabasePlace> {
  return { dataDir: join(folder, name), databaseImage: await preparedImage('empty') }
}

/** All rows of the tables that a backup contains. */
async function contents(database: Database): Promise<Record<string, unknown[]>> {
  return database.transaction(async (still) => {
    await still.script("set local timezone = 'UTC'")
    const tables = await still.query(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname not in ('sessions', 'one_time_links', 'instances', 'migrations', 'server_runs', 'evidence_key', 'bus_key', 'last_backup')`,
      [],
      anything,
    )
    const found: Record<string, unknown[]> = {}
    for (const { name } of tables)
      found[name] = await still.query(`select to_jsonb(${name})::text as row from ${name} order by 1`, [], anything)
    return found
  })
}

async function opened<Result>(at: DatabasePlace, work: (database: Database) => Promise<Result>): Promise<Result> {
  const { database } = await openDatabase(at)
  return work(database).finally(() => database.close())
}

// With `--all` also from PostgreSQL to the embedded engine.
const engines = process.env.TESTS === 'all' ? (['embedded', 'postgres'] as const) : (['postgres'] as const)
it.each(server === undefined ? (['embedded'] as const) : engines)(
  'a backup of a running server restores equal rows of every table to an empty database, %s (OPS-1)',
  async (engine) => {
    const target = await emptyPlace(engine)
    const counts: Record<string, number> = {}
    await restore(file, target, ({ name, rows }) => {
      counts[name] = rows
    })
    expect(counts).toMatchObject({ condominiums: 13, device_audit: 1, users: 4, seeds: 1 })
    expect(Object.keys(counts)).not.toContain('sessions')
    const there = await contents(backend.database)
    const { here, next } = await opened(target, async (database) => ({
      here: await contents(database),
      next: await database.query('select last_value, is_called from events_id_seq', [], anything),
    }))
    expect(here).toEqual(there)
    expect(next).toEqual(await backend.database.query('select last_value, is_called from events_id_seq', [], anything))

    const restored = await startBackend({ port: 0, seed: 'none', passwordCost: cheapCost, ...target })
    expect((await signIn(restored, 'admin')).user.type).toBe('admin')
    await restored.close()
    await expect(restore(file, target, ignoreProgress)).rejects.toThrow(/já tem dados|não está vazio/)
  },
)

it('the backup command writes a file for its owner only, overwrites no file, and leaves no other file', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await checkBackupFile(file)).toMatchObject({ version: '1.2.3', migrations: await migrationNames() })
  await expect(withDatabase(source, (database) => backUp(database, file, '1', ignoreProgress))).rejects.toThrow(
    'já existe',
  )
  expect((await readdir(folder)).filter((name) => name.startsWith('whole'))).toEqual(['whole'])
  if (server === undefined)
    expect((await readdir(source.dataDir)).filter((name) => name.startsWith('db-copy'))).toEqual([])
})

it('the backup command stores its result and the time of the last success for the metrics (OPS-2)', async () => {
  const command = join(import.meta.dirname, '../../../backend/commands/backup.ts')
  const { databaseUrl: DATABASE_URL = '', dataDir: GUARITA_DATA } = source
  const place = DATABASE_URL === '' ? { DATABASE_URL, GUARITA_DATA } : { DATABASE_URL }
  const run = (path: string) =>
    promisify(execFile)(process.execPath, [command, path], { env: { ...process.env, ...place } })
  const lastBackup = () => backend.database.query('select has_failed, succeeded_at from last_backup', [], anything)
  expect(await lastBackup()).toEqual([])
  await run(join(folder, 'noted'))
  const [succeeded] = await lastBackup()
  expect(succeeded).toEqual({ has_failed: false, succeeded_at: expect.any(Date) })
  await backend.database.script('create table notes_of_a_person (note text)')
  const refused = run(join(folder, 'not-noted'))
  await expect(refused.finally(() => backend.database.script('drop table notes_of_a_person'))).rejects.toThrow(
    'notes_of_a_person',
  )
  expect(await lastBackup()).toEqual([{ ...succeeded, has_failed: true }])
})

// The checks read only the file, so one engine is enough.
it.skipIf(server !== undefined)(
  'the restore command refuses a truncated, damaged or changed file and a file that is no backup, and restores nothing (OPS-1)',
  async () => {
    const whole = await readFile(file)
    const text = gunzipSync(whole).toString()
    const flipped = Buffer.from(whole)
    flipped.writeUInt8(flipped.readUInt8(5_000) ^ 1, 5_000)
    const cases: Record<string, Buffer> = {
      cut: whole.subarray(0, -100),
      half: whole.subarray(0, whole.length / 2),
      flipped,
      altered: gzipSync(text.replace('admin@guarita.demo', 'intruder@guarita.demo')),
      unsealed: gzipSync(text.slice(0, text.lastIndexOf('#'))),
      continued: Buffer.concat([whole, gzipSync('{}\n')]),
      text: Buffer.from('nada'),
      empty: Buffer.alloc(0),
    }
    for (const [name, bytes] of Object.entries(cases)) {
      const path = join(folder, name)
      await writeFile(path, bytes)
      const target = { dataDir: join(folder, `from-${name}`) }
      await expect(restore(path, target, ignoreProgress), name).rejects.toThrow('não é uma cópia de segurança inteira')
      expect(existsSync(target.dataDir), name).toBe(false)
    }
    await expect(checkBackupFile(join(folder, 'nowhere'))).rejects.toThrow('não existe')
  },
)

/** Gives a changed text a valid checksum, as an attacker who knows the format could. */
function sealed(text: string): Buffer {
  const lines = text.slice(0, text.lastIndexOf('#'))
  const sha256 = createHash('sha256').update(lines).digest('hex')
  return gzipSync(`${lines}#${JSON.stringify({ sha256 })}\n`)
}

// The rule does not depend on the engine.
it.skipIf(server !== undefined)(
  'the restore command and its check refuse a sealed backup without a table, a fingerprint or the sequences (OPS-1)',
  async () => {
    const text = gunzipSync(await readFile(file)).toString()
    const section = (table: string) => new RegExp(`^#\\{"table":"${table}"\\}\n(?:[^#].*\n)*#\\{"fingerprint".*\n`, 'm')
    const cases: Record<string, RegExp[]> = {
      'a tabela evidence, evidence_heads.': [section('evidence'), section('evidence_heads')],
      'a tabela wall_links.': [/(?<=^#\{"table":"wall_links"\}\n(?:[^#].*\n)*)#\{"fingerprint".*\n/m],
      'a numeração.': [/^#\{"sequences".*\n/m],
    }
    for (const [missing, parts] of Object.entries(cases)) {
      const path = join(folder, `without-${parts[0]?.source.length}`)
      const cut = parts.reduce((rest, part) => rest.replace(part, ''), text)
      expect(cut).not.toBe(text)
      await writeFile(path, sealed(cut))
      const target = await emptyDirectory(`from-${missing}`)
      const reason = `não é uma cópia inteira: falta ${missing} Nada foi restaurado.`
      await expect(checkBackupFile(path)).rejects.toThrow(reason)
      await expect(restore(path, target, ignoreProgress)).rejects.toThrow(reason)
      expect(existsSync(target.dataDir)).toBe(false)
    }
  },
)

it.skipIf(server !== undefined)('the check of the restore command refuses an unknown table (OPS-1)', async () => {
  const path = join(folder, 'with-unknown')
  const text = gunzipSync(await readFile(file)).toString()
  await writeFile(path, sealed(text.replace('#{"table":"wall_links"}', '#{"table":"wall_lynx"}')))
  await expect(checkBackupFile(path)).rejects.toThrow('tem uma tabela desconhecida')
})

it('the backup command refuses tables that a restore would refuse, names them, and leaves no file (OPS-1)', async () => {
  const { database } = backend
  const path = join(folder, 'never')
  const backedUp = () => backUp(database, path, '1', ignoreProgress)
  try {
    await database.script('create table notes_of_a_person (note text); alter table wall_links add column colour text')
    await expect(backedUp()).rejects.toThrow(
      /não são as de uma versão publicada do Guarita \(sobram notes_of_a_person.note, wall_links.colour\), e uma cópia delas não poderia ser restaurada/,
    )
  } finally {
    await database.script('drop table notes_of_a_person; alter table wall_links drop column colour')
  }
  expect(existsSync(path)).toBe(false)
  await backedUp()
  expect(existsSync(path)).toBe(true)
})

it.skipIf(server !== undefined)(
  'the restore command restores everything or nothing, and refuses a newer version (OPS-1)',
  async () => {
    const text = gunzipSync(await readFile(file)).toString()
    const [altered, newer] = [join(folder, 'sealed-altered'), join(folder, 'newer')]
    await writeFile(altered, sealed(text.replace('admin@guarita.demo', 'intruder@guarita.demo')))
    await writeFile(newer, sealed(text.replace('.sql"]', '.sql","9999-of-tomorrow.sql"]')))
    const target = await emptyDirectory('refused')
    await expect(restore(newer, target, ignoreProgress)).rejects.toThrow(
      'versão mais nova do Guarita (9999-of-tomorrow.sql)',
    )
    expect(existsSync(target.dataDir)).toBe(false)
    await expect(restore(altered, target, ignoreProgress)).rejects.toThrow('A tabela users não chegou igual')
    expect(await readdir(target.dataDir)).toEqual(['lock.sqlite'])
  },
)
