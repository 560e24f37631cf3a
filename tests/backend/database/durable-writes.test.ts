import fs from 'node:fs'
import { rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { DatabaseUnavailable } from '../../../backend/database/database-unavailable.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { eventually } from '../../eventually.ts'
import { preparedDataDir } from '../../prepared-database.ts'

/** Pending fsyncs of the database; the test ends each of them. */
const syncs: ((error: NodeJS.ErrnoException | null) => void)[] = []
let dataDir: string
let database: Database
let isOpen = false
const lost = vi.fn()

beforeAll(async () => {
  dataDir = await preparedDataDir('nothing')
})
// One test loses the database: the next test opens a new one.
beforeEach(async () => {
  if (isOpen) return
  database = await openEmbeddedDatabase(join(dataDir, 'db'), { onLost: lost })
  isOpen = true
  await database.script('create table if not exists written (id int)')
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
afterAll(async () => {
  if (isOpen) await database.close()
  await rm(dataDir, { recursive: true })
})

function holdSyncs(): void {
  syncs.length = 0
  vi.spyOn(fs, 'fsync').mockImplementation((_fd, done) => {
    syncs.push(done)
  })
  syncBuiltinESMExports()
}

function watched<Result>(work: Promise<Result>): { isDone: boolean; work: Promise<Result> } {
  const watching = { isDone: false, work }
  work.then(
    () => {
      watching.isDone = true
    },
    () => {},
  )
  return watching
}

const write = (id: number) => watched(database.execute('insert into written values ($1)', [id]))
/** Number of rows whose id is in this range. */
const count = (from: number, to = from) =>
  database.query(`${counted} where id between $1 and $2`, [from, to], v.object({ count: v.number() }))
const counted = 'select count(*)::int from written'

/** Resolves once all earlier statements have run, even if they are not answered yet: the engine has one session. */
function carriedOut(): Promise<void> {
  return new Promise((resolve, reject) => {
    database
      .transaction(async (transaction) => {
        await transaction.script(counted)
        resolve()
      })
      .catch(reject)
  })
}

it('the database answers a write only after its fsync (DUR-1)', async () => {
  holdSyncs()
  const written = write(1)
  await eventually(() => expect(syncs).toHaveLength(1))
  await new Promise(setImmediate)
  expect(written.isDone).toBe(false)
  syncs[0]?.(null)
  expect(await written.work).toBe(1)
})

it('the database uses two fsyncs for many simultaneous writers (DUR-1)', async () => {
  holdSyncs()
  const first = write(2)
  await eventually(() => expect(syncs).toHaveLength(1))
  const crowd = Array.from({ length: 32 }, (_, index) => write(3 + index))
  await carriedOut()
  expect(syncs).toHaveLength(1)
  syncs[0]?.(null)
  await first.work
  await eventually(() => expect(syncs).toHaveLength(2))
  expect(crowd.some(({ isDone }) => isDone)).toBe(false)
  syncs[1]?.(null)
  await Promise.all(crowd.map(({ work }) => work))
  expect(await count(2, 34)).toEqual([{ count: 33 }])
  expect(syncs).toHaveLength(2)
})

it('the database makes no fsync for reads and for transactions that only read (DUR-1)', async () => {
  holdSyncs()
  await count(1)
  await database.transaction((transaction) => transaction.execute('select 1 from written'))
  expect(syncs).toEqual([])
})

it('the database answers a read only after the fsync of the writes that it sees', async () => {
  holdSyncs()
  const written = write(100)
  await eventually(() => expect(syncs).toHaveLength(1))
  const read = watched(count(100))
  await carriedOut()
  expect(read.isDone).toBe(false)
  syncs[0]?.(null)
  await written.work
  expect(await read.work).toEqual([{ count: 1 }])
})

it.runIf(process.platform === 'linux')('the database syncs the log before it writes any data file', async () => {
  holdSyncs()
  const written = write(101)
  await eventually(() => expect(syncs).toHaveLength(1))
  const order: string[] = []
  const { fsyncSync, writeSync } = fs
  vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
    order.push(`sync ${nameOf(fd)}`)
    fsyncSync(fd)
  })
  vi.spyOn(fs, 'writeSync').mockImplementation((fd: number, ...rest: unknown[]) => {
    order.push(`write ${nameOf(fd)}`)
    return Reflect.apply(writeSync, fs, [fd, ...rest])
  })
  syncBuiltinESMExports()
  const checkpoint = watched(database.script('checkpoint'))
  await eventually(() => expect(order.at(-1)).toBeDefined())
  const firstData = order.findIndex((entry) => entry.startsWith('write') && !entry.includes('pg_wal'))
  const firstLogSync = order.findIndex((entry) => entry.startsWith('sync') && entry.includes('pg_wal'))
  expect(firstLogSync).toBeGreaterThanOrEqual(0)
  expect(firstData).toBeGreaterThan(firstLogSync)
  for (const done of syncs.splice(0)) done(null)
  await eventually(() => {
    for (const done of syncs.splice(0)) done(null)
    expect(checkpoint.isDone).toBe(true)
  })
  await written.work
})

it('the database refuses every call after an fsync has failed (DUR-4)', async () => {
  holdSyncs()
  const written = write(102)
  const failing = expect(written.work).rejects.toThrow(DatabaseUnavailable)
  await eventually(() => expect(syncs).toHaveLength(1))
  syncs[0]?.(Object.assign(new Error('input/output error'), { code: 'EIO' }))
  await failing
  expect(lost).toHaveBeenCalledOnce()
  await expect(count(102)).rejects.toThrow(DatabaseUnavailable)
  await database.close()
  isOpen = false
})

function nameOf(fd: number): string {
  return fs.readlinkSync(`/proc/self/fd/${fd}`)
}
