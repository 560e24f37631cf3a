import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { DatabaseUnavailable } from '../../../backend/database/database-unavailable.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { eventually } from '../../eventually.ts'
import { preparedDataDir } from '../../prepared-database.ts'

const mebibyte = 1024 * 1024
const free = vi.fn<() => Promise<number>>()
let dataDir: string
let database: Database

beforeAll(async () => {
  dataDir = await preparedDataDir('nothing')
  free.mockResolvedValue(1_000 * mebibyte)
  database = await openEmbeddedDatabase(join(dataDir, 'db'), { freeBytes: free })
  await database.script('create table written (id int)')
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const write = () => database.execute('insert into written values (1)')
const count = () => database.query('select count(*)::int from written', [], v.object({ count: v.number() }))

it('the database refuses writes while the disk is nearly full, answers reads, and accepts writes again after space was freed (DUR-4)', async () => {
  await write()
  free.mockResolvedValue(63 * mebibyte)
  await eventually(() => expect(write()).rejects.toThrow(DatabaseUnavailable))
  const refused = await database
    .transaction((transaction) => transaction.execute('insert into written values (2)'))
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ statusCode: 503, told: expect.stringContaining('não consegue gravar agora') })
  const written = await count()
  // A little free space is not enough, because it would be used immediately.
  free.mockResolvedValue(70 * mebibyte)
  const checks = free.mock.calls.length
  await eventually(() => expect(free.mock.calls.length).toBeGreaterThan(checks + 1))
  await expect(write()).rejects.toThrow(DatabaseUnavailable)
  expect(await count()).toEqual(written)
  free.mockResolvedValue(81 * mebibyte)
  await eventually(() => write())
})
