import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { holdStill, rowBatches } from '../../../backend/database/table-rows.ts'
import { preparedDataDir } from '../../prepared-database.ts'

let dataDir: string
let database: Database

beforeAll(async () => {
  dataDir = await preparedDataDir('empty')
  database = await openEmbeddedDatabase(join(dataDir, 'db'))
  await database.script(`create table written (number int primary key, text text); create table twin (number int);
    create table long (text text); insert into long select repeat('x', 100000) from generate_series(1, 200);
    insert into written select -number, repeat('y', 1000) from generate_series(1, 5000) as number`)
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const write = (number: number) =>
  database.transaction(async (both) => {
    await both.execute('insert into written values ($1, $2)', [number, 'z'.repeat(500)])
    await both.execute("update written set text = text || 'a' where number = -$1::int", [number])
    await both.execute('insert into twin values ($1)', [number])
  })

it('calls go on while the files are copied, and the copy opens with whole transactions (OPS-1, OPS-6)', async () => {
  for (let number = 1; number <= 20; number += 1) await write(number)
  let isCopied = false
  const copying = (database.copyFiles?.() ?? Promise.reject(new Error('no files'))).finally(() => {
    isCopied = true
  })
  let written = 20
  while (!isCopied) {
    written += 1
    await write(written)
  }
  // If calls waited for the copy, at most two would be answered.
  expect(written - 20).toBeGreaterThan(3)
  const copy = await openEmbeddedDatabase(await copying, { isDurable: false })
  const numbers = (table: string) =>
    copy.query(`select number from ${table} where number > 0 order by number`, [], v.object({ number: v.number() }))
  const found = await numbers('written')
  expect(await numbers('twin')).toEqual(found)
  expect(found.map(({ number }) => number)).toEqual(Array.from(found, (_, index) => index + 1))
  expect(found.length).toBeGreaterThanOrEqual(20)
  const changed = await copy.query(
    "select number from written where text like '%ya'",
    [],
    v.object({ number: v.number() }),
  )
  expect(changed).toHaveLength(found.length)
  await copy.close()
})

it('two copies that are made at the same time can both be opened (OPS-6)', async () => {
  const copies = await Promise.all([database.copyFiles?.() ?? '', database.copyFiles?.() ?? ''])
  for (const directory of copies) {
    const copy = await openEmbeddedDatabase(directory, { isDurable: false })
    expect(await copy.execute('update long set text = text')).toBe(200)
    await copy.close()
  }
})

it('a batch of long rows is limited, so that the memory of a backup does not grow with the rows (OPS-6)', async () => {
  await database.transaction(async (still) => {
    await holdStill(still)
    let rows = 0
    for await (const batch of rowBatches(still, 'long')) {
      rows += batch.length
      expect(batch.join('').length).toBeLessThan(2_100_000)
    }
    expect(rows).toBe(200)
  })
})
