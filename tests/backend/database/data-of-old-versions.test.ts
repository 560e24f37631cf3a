import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../../../backend/backup/back-up.ts'
import { restore } from '../../../backend/backup/restore.ts'
import { withDatabase } from '../../../backend/backup/with-database.ts'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { migrate, migrationNames, tryMigrations } from '../../../backend/database/migrations.ts'
import { valuesOf } from '../../../backend/database/row-values.ts'
import { startBackend } from '../../../backend/server.ts'
import { preparedDataDir, preparedImage } from '../../prepared-database.ts'
import { type Guard, kill, oldServer } from './old-version.ts'

/** Schema of a released version: its last migration, how it locks, and what differs from the migrations of today. */
type Release = { last: string; guard: Guard; differently?: string; isBackedUp?: boolean }

const earlyEvidence = `
  alter table device_audit drop column opening, drop column held_ms, drop column durations, drop column slow, drop column ignored;
  create or replace function declared_parts(told device_audit, number bigint) returns text[] language sql stable as $$
    select array[concat('{"id":"', told.id, '"')]
  $$;`

const names = await migrationNames()
/** The last schema whose versions lock by pid, and the last whose versions do not refuse newer data. */
const lastWithPid = '0014-list-revisions.sql'
const lastWithoutRefusal = '0015-people.sql'
const early: Release[] = [
  { last: '0019-evidence.sql', guard: 'sqlite', differently: earlyEvidence, isBackedUp: false },
  {
    last: '0020-kept-and-stamped.sql',
    guard: 'sqlite',
    differently: `${earlyEvidence} drop table evidence_stamps;
      update migrations set name = '0020-retention.sql' where name like '0020%'`,
    isBackedUp: false,
  },
]
const all: Release[] = [
  ...names.filter((last) => last <= lastWithPid).map((last) => ({ last, guard: 'pid' as const })),
  ...names.filter((last) => last >= lastWithPid).map((last) => ({ last, guard: 'sqlite' as const })),
]
/** Each kind of lock, and the last schema; with `--all` every schema. */
const isWhole = process.env.TESTS === 'all'
const releases = [
  ...all.filter(({ last }) => isWhole || last === '0004-device-audit.sql' || last === names.at(-1)),
  ...early.slice(isWhole ? 0 : -1),
]

let folder: string
/** A backup of this version. */
let backup: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-releases-'))
  backup = join(folder, 'of-this-version')
  const database = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
  await backUp(database, backup, '1', ignoreProgress)
  await database.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ignoreProgress = () => {}
/** Without fsync: the test cuts no power. */
const at = (dataDir: string) => ({ dataDir, isDurable: false })
const customers = (database: Database) => valuesOf(database, 'select name from customers', [], v.string())

/** Contents of all files of the database, as one hash. */
async function imprint(dataDir: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(join(dataDir, 'db'), { recursive: true })).sort()) {
    const path = join(dataDir, 'db', name)
    hash.update(name)
    if ((await stat(path)).isFile()) hash.update(await readFile(path))
  }
  return hash.digest('hex')
}

describe.each(releases)('data of a version whose last migration was $last (lock: $guard)', (release) => {
  const { last, guard, differently = '', isBackedUp = true } = release
  const count = names.indexOf(last) + 1
  let own: string
  /** Data directories after the end of the server, and after its death. */
  let stopped: string
  let killed: string

  beforeAll(async () => {
    const made = await preparedDataDir('empty')
    own = await mkdtemp(join(folder, 'release-'))
    stopped = join(own, 'stopped')
    killed = join(own, 'killed')
    const database = await openEmbeddedDatabase(join(made, 'db'), { isDurable: false })
    await migrate(database, names.slice(0, count))
    await database.script(`insert into customers (id, name) values ('c1', 'Água'); ${differently}`)
    const copy = (await database.copyFiles?.()) ?? ''
    await database.close()
    await cp(copy, join(killed, 'db'), { recursive: true })
    await cp(join(made, 'db'), join(stopped, 'db'), { recursive: true })
    if (guard === 'sqlite')
      for (const dataDir of [stopped, killed]) await cp(join(made, 'db.json'), join(dataDir, 'db.json'))
    await kill(await oldServer(killed, guard))
    await rm(made, { recursive: true })
  })

  const migrated = (dataDir: string) => withDatabase(at(dataDir), tryMigrations)
  const backedUp = (dataDir: string, file: string) =>
    withDatabase(at(dataDir), (database) => backUp(database, file, '1', ignoreProgress))
  /** Tries the migrations and makes a backup, with one opening of the data. */
  const triedAndBackedUp = (dataDir: string, file: string) =>
    withDatabase(at(dataDir), async (database) => {
      const tried = await tryMigrations(database)
      if (isBackedUp) await backUp(database, file, '1', ignoreProgress)
      return tried
    })
  const started = (dataDir: string) => startBackend({ ...at(dataDir), port: 0, seed: 'none' })

  it('is not opened or changed while such a server runs', async () => {
    const running = await oldServer(stopped, guard)
    const before = await imprint(stopped)
    const lock = await readFile(join(stopped, 'lock'), 'utf8')
    const attempts = {
      start: () => started(stopped),
      migrate: () => migrated(stopped),
      backup: () => backedUp(stopped, join(folder, 'never')),
      restore: () => restore(backup, { dataDir: stopped }, ignoreProgress),
    }
    for (const [name, attempt] of Object.entries(attempts))
      await expect(attempt(), name).rejects.toThrow(`já estão abertos pelo processo ${running.pid}`)
    expect(await imprint(stopped)).toBe(before)
    expect(await readFile(join(stopped, 'lock'), 'utf8')).toBe(lock)
    await kill(running)
    await rm(join(stopped, 'lock'))
  })

  it.each(['stopped', 'killed'] as const)(
    'is tried, backed up, not overwritten, and upgraded when %s',
    async (state) => {
      const dataDir = state === 'stopped' ? stopped : killed
      const file = join(own, `${state}.backup`)
      expect(await triedAndBackedUp(dataDir, file)).toEqual(names.slice(count))
      await expect(restore(backup, { dataDir }, ignoreProgress)).rejects.toThrow('já tem dados')
      if (!isBackedUp)
        await expect(backedUp(dataDir, join(own, `${state}.backup`))).rejects.toThrow(
          /As tabelas deste banco não são as de uma versão publicada do Guarita \(faltam device_audit\..*inicie esta versão uma vez com eles/,
        )
      if (isBackedUp) {
        const target = join(own, `${state}-restored`)
        await restore(file, { dataDir: target, databaseImage: await preparedImage('empty') }, ignoreProgress)
        expect(await withDatabase(at(target), customers)).toEqual(['Água'])
      }
      const backend = await started(dataDir)
      expect(await customers(backend.database)).toEqual(['Água'])
      await backend.database.script('select opening, held_ms, durations, slow, ignored from device_audit')
      await backend.database.script('select from evidence_stamps')
      expect(await tryMigrations(backend.database)).toEqual([])
      await backend.close()
    },
  )
})

describe('data of this version', () => {
  it('lets the first versions fail at their first migration, without a change', async () => {
    const database = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
    // As the first versions start: they know only the names in the table, and apply the files that are not there.
    const seen = await valuesOf(database, 'select name from migrations', [], v.string())
    const missing = names.filter((name) => name <= lastWithoutRefusal && !seen.includes(name))
    expect(missing).toEqual(['0001-accounts.sql'])
    const sql = await readFile(
      join(import.meta.dirname, '../../../backend/database/migrations/0001-accounts.sql'),
      'utf8',
    )
    await expect(database.transaction((transaction) => transaction.script(sql))).rejects.toThrow(
      'relation "customers" already exists',
    )
    expect(await tryMigrations(database)).toEqual([])
    await database.close()
  })
})
