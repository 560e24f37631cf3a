import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDirectory } from '../../../backend/database/embedded/data-directory.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { DatabaseRefused } from '../../../backend/database/operator-error.ts'
import { preparedDataDir } from '../../prepared-database.ts'

let dataDir: string
let directory: string
const markFile = () => `${directory}.json`
const made = JSON.stringify({ state: 'made', isSynced: true })

beforeEach(async () => {
  dataDir = await preparedDataDir('nothing')
  directory = join(dataDir, 'db')
})
afterEach(() => rm(dataDir, { recursive: true }))

const open = () => openEmbeddedDatabase(directory)

async function tablesIn(): Promise<number> {
  const database = await open()
  const tables = await database.query(
    "select tablename from pg_tables where schemaname = 'public'",
    [],
    v.object({ tablename: v.string() }),
  )
  await database.close()
  return tables.length
}

it('the start accepts a database without a mark file and writes the file', async () => {
  expect(await tablesIn()).toBeGreaterThan(5)
  expect(await readFile(markFile(), 'utf8')).toBe(made)
})

it('the embedded engine has the PostgreSQL version of PG_VERSION', async () => {
  const database = await open()
  const [row] = await database.query('show server_version_num', [], v.object({ server_version_num: v.string() }))
  await database.close()
  expect(await readFile(join(directory, 'PG_VERSION'), 'utf8')).toBe(`${row?.server_version_num.slice(0, 2)}\n`)
})

it('the start repeats an interrupted initialisation, because nothing was stored yet (DUR-3)', async () => {
  const making = JSON.stringify({ state: 'making', isSynced: false })
  await unlink(join(directory, 'global/pg_control'))
  await writeFile(markFile(), making)
  const prepared = await prepareDirectory(directory, true)
  expect([prepared.isNew, await readdir(directory)]).toEqual([true, []])
  expect(await readFile(markFile(), 'utf8')).toBe(making)
  await prepared.made()
  expect(await readFile(markFile(), 'utf8')).toBe(made)
})

describe('the start refuses and does not change (DUR-3)', () => {
  async function refusal(): Promise<string> {
    const before = await readdir(directory, { recursive: true }).catch(() => [])
    const refused = await open().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DatabaseRefused)
    const after = await readdir(directory, { recursive: true }).catch(() => [])
    expect(after.sort()).toEqual(before.sort())
    return refused instanceof Error ? refused.message : ''
  }

  it('an empty directory that had data before', async () => {
    await rm(directory, { recursive: true })
    await writeFile(markFile(), made)
    expect(await refusal()).toContain('já teve os dados do Guarita e agora está vazia')
    await mkdir(directory)
    await writeFile(markFile(), 'metade de um regist')
    expect(await refusal()).toContain('Confira se o disco está montado')
  })

  it('a directory without PG_VERSION', async () => {
    await unlink(join(directory, 'PG_VERSION'))
    expect(await refusal()).toContain('estão danificados (falta PG_VERSION)')
    expect(existsSync(markFile())).toBe(false)
  })

  it('data of another PostgreSQL version', async () => {
    await writeFile(join(directory, 'PG_VERSION'), '17\n')
    expect(await refusal()).toContain('são do PostgreSQL 17')
  })

  it('a damaged control file', async () => {
    await writeFile(join(directory, 'global/pg_control'), Buffer.alloc(8_192, 7))
    expect(await refusal()).toContain('estão danificados')
  })
})

it('the start refuses a database with missing table files, which PostgreSQL would not notice (DUR-3)', async () => {
  const database = await open()
  const [table] = await database.query(
    "select pg_relation_filepath('users') as path",
    [],
    v.object({ path: v.string() }),
  )
  await database.close()
  await unlink(join(directory, table?.path ?? ''))
  await expect(open()).rejects.toThrow(`faltam 1 arquivos, entre eles ${table?.path}`)
})
